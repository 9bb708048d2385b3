import { isKeptCode, type KeptCode } from '#core/money/cash.ts';
import { offeredAssets } from '#core/money/currencies.ts';
import type { Pair } from '#core/money/swap-form.ts';
import type { ConversionState } from './conversion-state.ts';

/**
 * What is kept of a swap or a sale when its customer leaves or must sign in again (BEY-11): only
 * the form.
 */
export interface ConversionDraft {
  readonly pair: Pair;
  readonly amount: string;
}

/**
 * The current form, also behind a failure; undefined if it is empty or its confirmation has begun.
 */
export const conversionDraftFrom = (
  state: Pick<ConversionState, 'phase' | 'pair' | 'amount'>,
): ConversionDraft | undefined =>
  (state.phase === 'form' || state.phase === 'failure') && state.amount !== ''
    ? { pair: { ...state.pair }, amount: state.amount }
    : undefined;

/** A kept draft, or undefined if it is not one or its assets are not offered in this market. */
export function readConversionDraft(kept: unknown, market: string): ConversionDraft | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { pair, amount } = kept as Partial<ConversionDraft>;
  if (typeof amount !== 'string' || !pair) return undefined;
  const offered: readonly KeptCode[] = offeredAssets(market).map(({ code }) => code);
  const held = [...offered, market];
  const { source, target } = pair;
  const fits = isKeptCode(source) && isKeptCode(target) && source !== target;
  return fits && held.includes(source) && held.includes(target) ? { pair, amount } : undefined;
}
