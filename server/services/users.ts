import type { Selectable } from 'kysely';
import type { User } from '#core/contract/login.ts';
import type { Users } from '#server/store/core-schema.ts';
import type { Reader } from '#server/store/schema.ts';

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
