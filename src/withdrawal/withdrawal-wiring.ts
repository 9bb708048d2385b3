import { cancelWithdrawal, getWithdrawal } from '#core/contract/money/withdrawal.ts';
import { ok } from '#core/failure.ts';
import { CANNOT_BE_CANCELLED } from '#core/words/way-out.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { createFollowed, type FollowedWithdrawal } from './followed.ts';

/** Follows a withdrawal of this tab's customer. */
export const followedWithdrawal = (id: string): FollowedWithdrawal =>
  createFollowed(id, {
    now: serverNow,
    async read(withdrawal_id) {
      const outcome = await call(getWithdrawal, { withdrawal_id });
      return outcome.ok ? ok(outcome.value.data) : outcome;
    },
    async cancel(withdrawal_id) {
      const outcome = await call(cancelWithdrawal, { withdrawal_id });
      return outcome.ok ? ok(outcome.value.data) : outcome;
    },
    cancelled: () => void toast.success('Withdrawal cancelled'),
    notCancelled: (failure) => void toast.error(failureText(failure, CANNOT_BE_CANCELLED)),
  });
