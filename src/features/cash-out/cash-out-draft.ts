import type { CashOutState } from './cash-out-state.ts';

/** What is kept of a payout that was not sent (BEY-11, HARD-11): only the form, as JSON. */
export interface PayoutDraft {
  /** The currency that it is about. */
  readonly code: string;
  readonly amount: string;
  readonly accountId?: string | undefined;
}

const BEFORE_SENDING: readonly CashOutState['phase'][] = ['form', 'gate', 'review', 'code'];

/** The current form; undefined if it is empty or already sent. */
export const payoutDraftFrom = (state: CashOutState): PayoutDraft | undefined =>
  state.amount !== '' && BEFORE_SENDING.includes(state.phase)
    ? { code: state.cash.code, amount: state.amount, accountId: state.accountId }
    : undefined;

/** The part of a kept draft that this page can use: not an amount in another currency. */
export function fitting(kept: unknown, code: string): Partial<CashOutState> {
  const { code: of, amount, accountId } = Object(kept);
  if (of !== code || typeof amount !== 'string') return {};
  return { amount, accountId: typeof accountId === 'string' ? accountId : undefined };
}
