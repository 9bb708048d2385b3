import { type RawBuilder, type Selectable, sql } from 'kysely';
import {
  type HoldReason,
  holdReasons,
  type WithdrawalHold,
} from '#core/contract/account/security.ts';
import { hoursFor } from '#core/people/hold-hours.ts';
import { formatMomentInZone } from '#core/time/date-text.ts';
import { type Home, homeZone } from '#server/adapters/geolocation/home-zone.ts';
import type { Clock } from '#server/base/clock.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import type { Users } from '#server/store/schema/core-schema.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';

type Held = Pick<
  Selectable<Users>,
  'withdrawals_held_until' | 'withdrawals_held_for' | 'withdrawals_frozen'
>;

/**
 * Holds withdrawals from now on, including those waiting to be sent: the times shown for them stay true, and
 * they can be cancelled that long. A longer hold stays. A freeze stays a freeze, except after a password
 * reset.
 */
export async function holdWithdrawals(
  tx: Tx,
  clock: Clock,
  userId: string,
  reason: Exclude<HoldReason, 'reported'>,
): Promise<void> {
  const end = clock.sqlIn(hoursFor(reason) * 3600);
  await tx
    .updateTable('users')
    .set({
      withdrawals_held_until: sql<Date>`greatest(withdrawals_held_until, ${end})`,
      withdrawals_held_for: sql<string>`case when withdrawals_held_until > ${end}
        then withdrawals_held_for else ${reason} end`,
    })
    .$if(reason === 'password-reset', (query) => query.set({ withdrawals_frozen: false }))
    .where('id', '=', userId)
    .execute();
  await tx
    .updateTable('withdrawals')
    .set({
      cancellable_until: sql<Date>`greatest(cancellable_until, ${end})`,
      due_at: sql<Date>`greatest(due_at, ${end})`,
    })
    .where('user_id', '=', userId)
    .where('status', '=', 'requested')
    .where('sending', '=', false)
    .execute();
}

/** Whether something is being sent or was in the last 24 hours, as an SQL expression. */
export const sentLatelySql = (clock: Clock, userId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from withdrawals where user_id = ${userId}
    and (status = 'requested' or (status in ('broadcast', 'completed')
      and coalesce(broadcast_at, created_at) > ${clock.sqlIn(-24 * 3600)})))`;

/**
 * Whether turning 2FA on now needs no hold (D58): nothing is held, and nothing was sent in the last 24 hours.
 */
export async function isQuiet(
  reader: Reader,
  clock: Clock,
  user: Held & Pick<Selectable<Users>, 'id'>,
): Promise<boolean> {
  if (holdOf(user, clock.now())) return false;
  const { rows } = await sql<{ sent: boolean }>`
    select ${sentLatelySql(clock, user.id)} as sent`.execute(reader);
  return !rows[0]?.sent;
}

/** What prevents a customer from withdrawing now. */
export function holdOf(user: Held, now: number): WithdrawalHold | null {
  if (user.withdrawals_frozen) return { until: null, reason: 'reported' };
  const until = user.withdrawals_held_until;
  if (!until || until.getTime() <= now) return null;
  const reason = holdReasons.find((known) => known === user.withdrawals_held_for);
  return { until: until.toISOString(), reason: reason ?? 'password-reset' };
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
export function checkHold(user: Held & Home, now: number): Refused | undefined {
  const hold = holdOf(user, now);
  if (!hold) return undefined;
  if (hold.until === null) {
    return refuse(
      'WITHDRAWALS_HELD',
      'Withdrawals are frozen because you reported activity that was not yours. Reset your password to a new one to open them again.',
    );
  }
  const open = formatMomentInZone(Date.parse(hold.until), homeZone(user));
  const why =
    hold.reason === 'asked'
      ? 'You slowed every way out for'
      : 'After a security change, withdrawals are held for';
  return refuse(
    'WITHDRAWALS_HELD',
    `${why} ${hoursFor(hold.reason)} hours. Yours open again on ${open}.`,
    { retryAfter: Math.ceil((Date.parse(hold.until) - now) / 1000) },
  );
}
