import { randomUUID } from 'node:crypto';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import type { Deps } from '#server/deps.ts';
import { type Owner, sessionStands } from '#server/platform/standing-session.ts';
import { notFound, sessionOver } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';
import type { Users } from '#server/store/schema/core-schema.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
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

/** An address that cannot belong to anybody, for an account whose address another one has. */
export const noAddressOf = (userId: string): string => `${userId}@frozen.invalid`;

/** The market currency of an account; empty if there is no account, to which nothing is offered. */
export const marketOf = async (reader: Reader, userId: string): Promise<string> =>
  (await findUser(reader, userId))?.currency_code ?? '';

/** The same as an SQL expression that a statement can include. */
export const marketSql = (userId: string): RawBuilder<string> =>
  sql<string>`coalesce((
    select currency_code from users where users.id = ${userId} and deleted_at is null), '')`;

/**
 * Whether the Union's rules for payments apply to a customer (KEEP-15): by where they registered, or by their
 * market.
 */
export const isEuCustomer = (account: Pick<UserRow, 'is_eu' | 'currency_code'>): boolean =>
  account.is_eu || account.currency_code === 'EUR';

/** Writes the address of a customer's profile. */
export const writeAddress = (
  tx: Tx,
  userId: string,
  address: Pick<UserRow, 'address' | 'city' | 'state' | 'postal'>,
): Promise<unknown> => tx.updateTable('users').set(address).where('id', '=', userId).execute();

/**
 * Locks the row of an existing account without its key: every row that refers to the account shares the key
 * already, and locking it would cause deadlocks.
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
 * Runs `work` with the account's row locked, if the account and the session still exist. While an account is
 * being deleted or a session ended, other requests of it may be under way: they wait here and are refused
 * afterwards, so that nothing erased is written again.
 */
export async function forAccount<T>(
  tx: Tx,
  owner: Owner,
  work: (account: UserRow) => Promise<T>,
): Promise<T | Refused> {
  const account = await lockAccount(tx, owner.userId);
  if (!account) return notFound();
  return (await sessionStands(tx, owner)) ? work(account) : sessionOver();
}

/** The same in a transaction of its own. */
export const withAccount = <T>(
  { db }: Pick<Deps, 'db'>,
  owner: Owner,
  work: (tx: Tx, account: UserRow) => Promise<T>,
): Promise<T | Refused> =>
  inTransaction(db, (tx) => forAccount(tx, owner, (account) => work(tx, account)));

type NewUser = Omit<Insertable<Users>, 'id' | 'created_at' | 'deleted_at'>;

/** Creates an account; undefined if its address already has one, which stays as it is. */
export async function insertUser(tx: Tx, clock: Clock, user: NewUser): Promise<string | undefined> {
  const id = randomUUID();
  const created = await tx
    .insertInto('users')
    .values({ ...user, id, created_at: clock.sql, deleted_at: null })
    .onConflict((conflict) => conflict.column('email').where('deleted_at', 'is', null).doNothing())
    .executeTakeFirst();
  return created.numInsertedOrUpdatedRows === 1n ? id : undefined;
}
