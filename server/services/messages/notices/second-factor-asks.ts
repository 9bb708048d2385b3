import { sql } from 'kysely';
import { secondFactorMail } from '#server/adapters/mail/texts.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { readTwoFactor } from '#server/services/access/credentials/second-factor.ts';
import { isMailboxAloneOf } from '#server/services/customers/users/mailbox-alone.ts';
import { withAccount } from '#server/services/customers/users/users.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { notify } from './notify.ts';

/** The two occasions on which a customer is asked to turn on the second factor, once each (KEEP-11). */
type Occasion = 'deposit' | 'withdrawal';

/** Whether this occasion is the first; from now on it is recorded. */
async function isFirst(db: Tx, clock: Clock, userId: string, occasion: Occasion): Promise<boolean> {
  const { numInsertedOrUpdatedRows: made } = await db
    .insertInto('second_factor_asks')
    .values({ user_id: userId, occasion, asked_at: clock.sql })
    .onConflict((row) => row.doNothing())
    .executeTakeFirstOrThrow();
  return made === 1n;
}

/** Asks after the first deposit without a second factor, in its transaction: crypto, or cash from a bank. */
export async function askAfterDeposit(deps: Deps, tx: Tx, userId: string): Promise<void> {
  if (await readTwoFactor(tx, userId)) return;
  if (!(await isFirst(tx, deps.clock, userId, 'deposit'))) return;
  await notify(deps, tx, userId, {
    popup: 'Protect your money: turn on the second factor.',
    page: '/profile/security',
    mail: secondFactorMail,
  });
}

/**
 * Whether a customer should be asked before a withdrawal, in a query of `users`: 2FA is off and this session may turn it
 * on (READ-14), nothing was ever withdrawn, and they were not asked then yet.
 */
export const asksBeforeWithdrawal = (sessionId: string) => sql<boolean>`(not two_factor
  and not ${isMailboxAloneOf(sessionId)}
  and not exists (select from withdrawals where user_id = users.id)
  and not exists (
    select from second_factor_asks where user_id = users.id and occasion = 'withdrawal'
  ))`;

/** Records that the customer was asked before the first withdrawal. Repeating it changes nothing. */
export const noteAsked = (deps: Deps, owner: Owner): Promise<Refused | undefined> =>
  withAccount(deps, owner, async (tx) => {
    await isFirst(tx, deps.clock, owner.userId, 'withdrawal');
    return undefined;
  });
