import { isAssetCode, offeredAssets } from '#core/domain/currencies.ts';
import type { Pair } from '#core/domain/swap-form.ts';
import type { ConversionState } from './conversion-state.ts';

/** What is kept of a swap or a sale whose customer has to sign in again (BEY-11): never more than the form. */
export interface ConversionDraft {
  readonly pair: Pair;
  readonly amount: string;
}

/** The form as it stands, or behind a failure; undefined where it is empty or already being confirmed. */
export const draftFrom = (
  state: Pick<ConversionState, 'phase' | 'pair' | 'amount'>,
): ConversionDraft | undefined =>
  (state.phase === 'form' || state.phase === 'failure') && state.amount !== ''
    ? { pair: { ...state.pair }, amount: state.amount }
    : undefined;

/** A kept draft, where it is one and its assets are offered in this market. */
export function readDraft(kept: unknown, market: string): ConversionDraft | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { pair, amount } = kept as Partial<ConversionDraft>;
  if (typeof amount !== 'string' || !pair) return undefined;
  const offered = offeredAssets(market).map(({ code }) => code);
  const { source, target } = pair;
  const fits = isAssetCode(source) && isAssetCode(target) && source !== target;
  return fits && offered.includes(source) && offered.includes(target)
    ? { pair, amount }
    : undefined;
}
