import type { Withdrawal } from '#core/contract/money/withdrawal.ts';
import { CANNOT_BE_CANCELLED } from '#core/words/way-out.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { notFound, unavailable } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { withAccount } from '#server/services/customers/users/users.ts';
import { cancel } from './withdrawal-steps.ts';
import { readWithdrawal } from './withdrawal-view.ts';

/** Cancels a withdrawal at its customer's request and returns its state; repeating it is no error. */
export const cancelWithdrawal = (
  deps: Deps,
  owner: Owner,
  id: string,
): Promise<Withdrawal | Refused> =>
  withAccount(deps, owner, async (tx) => {
    const { userId, sessionId } = owner;
    const outcome = await cancel(deps, tx, userId, id, 'asked', sessionId);
    const data = await readWithdrawal(deps, tx, userId, id);
    if (!data) return notFound();
    // It may have been sent, and nobody knows yet.
    if (outcome === 'not-yet' && data.status === 'requested') return unavailable();
    return data.status === 'cancelled' ? data : refuse('NOT_CANCELLABLE', CANNOT_BE_CANCELLED);
  });
