import { sql } from 'kysely';
import { secondFactorMail } from '#server/adapters/mail/texts.ts';
import type { Clock } from '#server/clock.ts';
import type { Deps } from '#server/deps.ts';
import { readTwoFactor } from '#server/services/credentials/second-factor.ts';
import type { Db, Reader, Tx } from '#server/store/schema.ts';
import { notify } from './notify.ts';

/** The two occasions on which a customer is asked to turn on the second factor, once each (KEEP-11). */
type Occasion = 'deposit' | 'withdrawal';

/** Whether this occasion is the first; from now on it is recorded. */
async function isFirst(
  db: Db | Tx,
  clock: Clock,
  userId: string,
  occasion: Occasion,
): Promise<boolean> {
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

export interface SecondFactor {
  readonly twoFactor: boolean;
  /** 2FA is off, nothing was ever withdrawn, and the customer was not asked before a withdrawal yet. */
  readonly askSecondFactor: boolean;
}

/** What the withdraw page needs to know about the customer's second factor. */
export async function readSecondFactor(reader: Reader, userId: string): Promise<SecondFactor> {
  const user = await reader
    .selectFrom('users')
    .select([
      'two_factor',
      sql<boolean>`not two_factor
        and not exists (select from withdrawals where user_id = users.id)
        and not exists (
          select from second_factor_asks where user_id = users.id and occasion = 'withdrawal'
        )`.as('ask'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
  return { twoFactor: user?.two_factor ?? false, askSecondFactor: user?.ask ?? false };
}

/** Records that the customer was asked before the first withdrawal. Repeating it changes nothing. */
export async function noteAsked({ db, clock }: Deps, userId: string): Promise<void> {
  await isFirst(db, clock, userId, 'withdrawal');
}
