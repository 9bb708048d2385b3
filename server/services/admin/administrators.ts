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
 * Makes an administrator, who is nobody's customer: an address that has an account is refused, for a
 * customer's orders and balances must not end up with somebody who sees those of all.
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

/** Erases an administrator's account as a customer's is, and ends the sessions. */
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
