import { checkEmail, checkPassword } from '#core/domain/validation.ts';
import type { Deps } from '#server/deps.ts';
import { hashPassword } from '#server/services/credentials/passwords.ts';
import { type Erased, eraseAccount } from '#server/services/users/erase-account.ts';
import { findUserByEmail, insertUser } from '#server/services/users/users.ts';
import type { Reader } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

type Stored = Pick<Deps, 'db' | 'clock'>;

const addressOf = (typed: string): string => typed.trim().toLowerCase();

export type Added =
  | { readonly kind: 'added' }
  | { readonly kind: 'wrong-input'; readonly text: string }
  | { readonly kind: 'taken' };

/**
 * Adds an administrator, who is not a customer: an address that has an account is refused, because a
 * customer's orders and balances must not belong to somebody who sees everybody's.
 */
export async function addAdministrator(
  { db, clock }: Stored,
  who: { readonly email: string; readonly password: string },
): Promise<Added> {
  const email = addressOf(who.email);
  const problem = checkEmail(email) ?? checkPassword(who.password);
  if (problem) return { kind: 'wrong-input', text: problem };
  const password_hash = await hashPassword(who.password);
  const added = await inTransaction(db, (tx) =>
    insertUser(tx, clock, {
      email,
      password_hash,
      role: 'admin',
      first_name: '',
      last_name: '',
      dob: '',
      currency_code: 'USD',
      country_code: '',
      is_eu: false,
    }),
  );
  return { kind: added ? 'added' : 'taken' };
}

/** Erases an administrator's account just as a customer's, and ends its sessions. */
export const removeAdministrator = (
  { db, clock }: Stored,
  email: string,
): Promise<Erased | 'no-administrator'> =>
  inTransaction(db, async (tx) => {
    const user = await findUserByEmail(tx, addressOf(email));
    return user?.role === 'admin' ? eraseAccount(tx, clock, user.id) : 'no-administrator';
  });

export const listAdministrators = (reader: Reader) =>
  reader
    .selectFrom('users')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .select(['email', 'two_factor'])
    .orderBy('email')
    .execute();
