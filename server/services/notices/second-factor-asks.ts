import { sql } from 'kysely';
import { secondFactorMail } from '#server/adapters/mail/texts.ts';
import type { Clock } from '#server/clock.ts';
import type { Deps } from '#server/deps.ts';
import { readTwoFactor } from '#server/services/credentials/second-factor.ts';
import type { Db, Reader, Tx } from '#server/store/schema.ts';
import { notify } from './notify.ts';

/** When a customer is asked to turn on the second factor, once each (KEEP-11). */
type Occasion = 'deposit' | 'withdrawal';

/** Whether nobody has asked on this occasion yet; from here on somebody has. */
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

/** Asks after the first deposit that is made without it, in its transaction: coins, or cash from a bank. */
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
  /** It is off, nothing was ever withdrawn, and nobody has asked before a withdrawal yet. */
  readonly askSecondFactor: boolean;
}

/** What somebody who is about to withdraw is told of their second factor. */
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

/** The customer was asked before their first withdrawal. Said again, it is the same. */
export async function noteAsked({ db, clock }: Deps, userId: string): Promise<void> {
  await isFirst(db, clock, userId, 'withdrawal');
}
