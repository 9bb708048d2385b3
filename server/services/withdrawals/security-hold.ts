import type { Selectable } from 'kysely';
import type { HoldReason, WithdrawalHold } from '#core/contract/security.ts';
import type { Clock } from '#server/clock.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import type { Users } from '#server/store/core-schema.ts';
import type { Reader, Tx } from '#server/store/schema.ts';

/** How long withdrawals are held after a change that may not have been the customer's (BEY-14). */
const HOLD_SECONDS = 24 * 3600;

type Held = Pick<
  Selectable<Users>,
  'withdrawals_held_until' | 'withdrawals_held_for' | 'withdrawals_frozen'
>;

/**
 * Holds withdrawals for a day from now, including those waiting to be sent: what their customer was told
 * about them stays true, and they can be cancelled for as long. A freeze stays a freeze, except after a
 * password reset.
 */
export async function holdWithdrawals(
  tx: Tx,
  clock: Clock,
  userId: string,
  reason: Exclude<HoldReason, 'reported'>,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ withdrawals_held_until: clock.sqlIn(HOLD_SECONDS), withdrawals_held_for: reason })
    .$if(reason === 'password-reset', (query) => query.set({ withdrawals_frozen: false }))
    .where('id', '=', userId)
    .execute();
  const end = clock.sqlIn(HOLD_SECONDS);
  await tx
    .updateTable('withdrawals')
    .set({ cancellable_until: end, due_at: end })
    .where('user_id', '=', userId)
    .where('status', '=', 'requested')
    .where('sending', '=', false)
    .execute();
}

/** What keeps a customer from withdrawing at this moment. */
export function holdOf(user: Held, now: number): WithdrawalHold | null {
  if (user.withdrawals_frozen) return { until: null, reason: 'reported' };
  const until = user.withdrawals_held_until;
  if (!until || until.getTime() <= now) return null;
  const reason = user.withdrawals_held_for;
  return {
    until: until.toISOString(),
    reason: reason === 'two-factor' || reason === 'email' ? reason : 'password-reset',
  };
}

export async function readHold(
  reader: Reader,
  userId: string,
  now: number,
): Promise<WithdrawalHold | null> {
  const user = await reader
    .selectFrom('users')
    .select(['withdrawals_held_until', 'withdrawals_held_for', 'withdrawals_frozen'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return user ? holdOf(user, now) : null;
}

/** Refuses a withdrawal while withdrawals are held. */
export function checkHold(user: Held, now: number): Refused | undefined {
  const hold = holdOf(user, now);
  if (!hold) return undefined;
  if (hold.until === null) {
    return refuse(
      'WITHDRAWALS_HELD',
      'Withdrawals are frozen because you reported activity that was not yours. Reset your password to a new one to open them again.',
    );
  }
  const open = hold.until.slice(0, 16).replace('T', ' ');
  return refuse(
    'WITHDRAWALS_HELD',
    `After a security change, withdrawals are held for 24 hours. Yours open again at ${open} UTC.`,
    { retryAfter: Math.ceil((Date.parse(hold.until) - now) / 1000) },
  );
}
