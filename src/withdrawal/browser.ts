import { cancelWithdrawal, getWithdrawal } from '#core/contract/withdrawal.ts';
import { ok } from '#core/failure.ts';
import { serverNow } from '#platform/clock.ts';
import { call } from '#transport/call.ts';
import { failureText } from '#transport/failure-text.ts';
import { sameCustomer } from '#transport/same-customer.ts';
import { session } from '#transport/session.ts';
import { toast } from '#ui/toasts.ts';
import { createFollowed, type FollowedWithdrawal } from './followed.ts';

/** Follows a withdrawal of this tab's customer. */
export function followedWithdrawal(id: string): FollowedWithdrawal {
  const isTheirs = sameCustomer();
  // Requests name the customer, so that none is sent for another one who signs in meanwhile.
  const options = session.user ? { userId: session.user.id } : {};
  return createFollowed(id, {
    now: serverNow,
    async read(withdrawal_id) {
      const outcome = await call(getWithdrawal, { withdrawal_id }, options);
      return outcome.ok ? ok(outcome.value.data) : outcome;
    },
    async cancel(withdrawal_id) {
      const outcome = await call(cancelWithdrawal, { withdrawal_id }, options);
      return outcome.ok ? ok(outcome.value.data) : outcome;
    },
    cancelled: () => {
      if (isTheirs()) toast.success('Withdrawal cancelled');
    },
    notCancelled: (failure) => {
      if (!isTheirs()) return;
      toast.error(failureText(failure, 'This withdrawal can no longer be cancelled.'));
    },
  });
}
