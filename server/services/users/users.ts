import { randomUUID } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';
import type { Users } from '#server/store/core-schema.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

export type UserRow = Selectable<Users>;

export const findUserByEmail = (reader: Reader, email: string): Promise<UserRow | undefined> =>
  reader
    .selectFrom('users')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .selectAll()
    .executeTakeFirst();

export const findUser = (reader: Reader, id: string): Promise<UserRow | undefined> =>
  reader
    .selectFrom('users')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .executeTakeFirst();

/** The currency an account has its market in; empty where there is no account, which is offered nothing. */
export const marketOf = async (reader: Reader, userId: string): Promise<string> =>
  (await findUser(reader, userId))?.currency_code ?? '';

/**
 * Locks the row of an account that is there: but not its key, which every row that refers to the
 * account shares already and would deadlock over.
 */
export const lockAccount = (tx: Tx, userId: string): Promise<UserRow | undefined> =>
  tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/**
 * Runs `work` in one transaction for an account that is there, with its row locked. Whoever deletes an
 * account may have requests of it under way, which were let in while its session still stood: they wait
 * here for the deletion and are refused, or they would write down again what it has just erased.
 */
export const withAccount = <T>(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  work: (tx: Tx, account: UserRow) => Promise<T>,
): Promise<T | Refused> =>
  inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, userId);
    return account ? work(tx, account) : notFound();
  });

type NewUser = Omit<Insertable<Users>, 'id' | 'created_at' | 'deleted_at'>;

/** Makes an account; false where its address has one already, which stays as it is. */
export async function insertUser(tx: Tx, clock: Clock, user: NewUser): Promise<boolean> {
  const created = await tx
    .insertInto('users')
    .values({ ...user, id: randomUUID(), created_at: clock.sql, deleted_at: null })
    .onConflict((conflict) => conflict.column('email').where('deleted_at', 'is', null).doNothing())
    .executeTakeFirst();
  return created.numInsertedOrUpdatedRows === 1n;
}
