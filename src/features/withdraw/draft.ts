import type { AmountField } from '#core/domain/withdraw-form.ts';
import type { WithdrawState } from './withdraw-state.ts';

/** What is kept of a withdrawal whose customer has to sign in again (BEY-11): never more than the form. */
export interface WithdrawDraft {
  /** The asset and the customer's currency that it is about. */
  readonly code: string;
  readonly currency: string;
  readonly address: string;
  readonly tag: string;
  readonly noTag: boolean;
  readonly amount: AmountField;
  readonly routeId: string | undefined;
}

const BEFORE_SENDING: readonly WithdrawState['phase'][] = ['form', 'gate', 'review', 'code'];

/** The form as it stands; undefined where it is empty or already sent. */
export function draftFrom(state: WithdrawState): WithdrawDraft | undefined {
  const { asset, currency, address, tag, noTag, amount, routeId } = state;
  const filled = address !== '' || amount.text !== '';
  return filled && BEFORE_SENDING.includes(state.phase)
    ? { code: asset.code, currency, address, tag, noTag, amount: { ...amount }, routeId }
    : undefined;
}

/** What fits this page of a draft: an amount in another currency means nothing here. */
export function fitting(
  draft: WithdrawDraft | undefined,
  state: Pick<WithdrawState, 'asset' | 'currency'>,
): Partial<WithdrawState> {
  if (draft?.code !== state.asset.code) return {};
  const { address, tag, noTag, amount, routeId } = draft;
  const same = amount.unit === 'crypto' || draft.currency === state.currency;
  return { address, tag, noTag, routeId, ...(same && { amount: { ...amount } }) };
}
