import { randomUUID } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { updateProfile } from '#core/contract/account.ts';
import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import type { User } from '#core/contract/login.ts';
import type { Clock } from '#server/clock.ts';
import type { Deps } from '#server/deps.ts';
import type { Users } from '#server/store/core-schema.ts';
import type { Reader, Tx } from '#server/store/schema.ts';

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

/** Where a customer lives. */
export async function saveProfile(
  { db }: Deps,
  userId: string,
  { address, city, state, postal }: ParsedRequestOf<typeof updateProfile>,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ address, city, state, postal })
    .where('id', '=', userId)
    .execute();
}

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

/** The account as its owner's device knows it. */
export const userAnswer = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  dob: row.dob,
  address: row.address,
  city: row.city,
  state: row.state,
  postal: row.postal,
  currency_code: row.currency_code,
  country_code: row.country_code,
  phone: row.phone,
  role: row.role,
  is2FA: row.two_factor ? 1 : 0,
});
