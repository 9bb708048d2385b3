import { plainEmail } from '#core/people/email-address.ts';
import { checkEmail, checkPassword } from '#core/people/validation.ts';
import type { Deps } from '#server/deps.ts';
import { refuseCommon } from '#server/services/access/credentials/common-passwords.ts';
import { hasPasskey } from '#server/services/access/credentials/passkeys.ts';
import { hashPassword } from '#server/services/access/credentials/passwords.ts';
import { newLongCode } from '#server/services/access/credentials/second-factor.ts';
import { letEnrol } from '#server/services/access/sessions/enrolment.ts';
import { loseTrust } from '#server/services/access/sessions/lose-trust.ts';
import { endSessions } from '#server/services/access/sessions/sessions.ts';
import { type Erased, eraseAccount } from '#server/services/customers/users/erase-account.ts';
import {
  findUserByEmail,
  insertUser,
  lockAccount,
} from '#server/services/customers/users/users.ts';
import { record } from '#server/services/staff/audit/record.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

type AdministratorDeps = Pick<Deps, 'db' | 'clock'>;

/** The operator of the server's machine, by the name the machine has for them. */
export type Operator = { readonly actor: `operator ${string}` };

export type Added =
  | { readonly kind: 'added' }
  | { readonly kind: 'wrong-input'; readonly text: string }
  | { readonly kind: 'taken' };

/** The roles of staff: administrators see merchants' transactions, officers the desk. */
const staffRoles = ['admin', 'compliance'] as const;
export type StaffRole = (typeof staffRoles)[number];

const isStaffRole = (role: string): role is StaffRole => staffRoles.some((one) => one === role);

export const staffTitles: Readonly<Record<StaffRole, string>> = {
  admin: 'administrator',
  compliance: 'officer',
};

/**
 * Adds an administrator or officer. They are not customers: an address with an account is refused, because a
 * person who sees everybody's orders and balances must not have their own.
 */
export async function addAdministrator(
  { db, clock }: AdministratorDeps,
  who: { readonly email: string; readonly password: string; readonly role?: StaffRole },
  by: Operator,
): Promise<Added> {
  const email = plainEmail(who.email);
  const problem =
    checkEmail(email) ??
    checkPassword(who.password) ??
    refuseCommon(who.password, [email])?.refusal.message;
  if (problem) return { kind: 'wrong-input', text: problem };
  const role = who.role ?? 'admin';
  const password_hash = await hashPassword(who.password);
  const added = await inTransaction(db, async (tx) => {
    const added = await insertUser(tx, clock, {
      email,
      password_hash,
      role,
      first_name: '',
      last_name: '',
      dob: '',
      currency_code: 'USD',
      country_code: '',
      is_eu: false,
    });
    const subject = added && (await findUserByEmail(tx, email))?.id;
    if (subject) {
      await record(
        tx,
        { clock },
        { ...by, action: `added ${staffTitles[role]}`, subject, words: { said: { email } } },
      );
    }
    return added;
  });
  return { kind: added ? 'added' : 'taken' };
}

export type Enrolment =
  | { readonly kind: 'issued'; readonly code: string }
  | { readonly kind: 'no-administrator' | 'frozen' | 'has-factor' };

/**
 * A code with which an administrator or officer who has no factor signs in once and sets one up (HARD-65). Whoever
 * has only the password or the mailbox does not get it. Returned once, stored as a hash.
 */
export const enrolAdministrator = (
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  email: string,
  by: Operator,
): Promise<Enrolment> =>
  inTransaction(deps.db, async (tx) => {
    const found = await findUserByEmail(tx, plainEmail(email));
    const user = found && (await lockAccount(tx, found.id));
    if (!user || !isStaffRole(user.role)) return { kind: 'no-administrator' };
    if (user.withdrawals_frozen) return { kind: 'frozen' };
    if (user.two_factor || (await hasPasskey(tx, user.id))) return { kind: 'has-factor' };
    const code = newLongCode(deps.random);
    await letEnrol(deps, tx, user.id, code);
    // A session that an earlier code opened must not set up a factor of its own.
    await endSessions(deps, tx, user.id);
    await record(tx, deps, { ...by, action: 'let set up a factor', subject: user.id });
    return { kind: 'issued', code };
  });

/** Erases an administrator's or officer's account like a customer's, and ends its sessions. */
export const removeAdministrator = (
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'random'>,
  email: string,
  by: Operator,
): Promise<Erased | 'no-administrator'> =>
  inTransaction(deps.db, async (tx) => {
    const user = await findUserByEmail(tx, plainEmail(email));
    if (!user || !isStaffRole(user.role)) return 'no-administrator';
    const title = staffTitles[user.role];
    const erased = await eraseAccount(deps, tx, user.id, 'remove');
    if (erased === 'erased') {
      // What they proposed and whom they speak with ends with them.
      await loseTrust(deps, tx, user.id);
      await record(tx, deps, { ...by, action: `removed ${title}`, subject: user.id });
    }
    return erased;
  });

export const listAdministrators = (reader: Reader) =>
  reader
    .selectFrom('users')
    .where('role', 'in', staffRoles)
    .where('deleted_at', 'is', null)
    .select((of) => [
      'email',
      'role',
      'two_factor',
      of
        .exists(
          of.selectFrom('passkeys').select('id').whereRef('passkeys.user_id', '=', 'users.id'),
        )
        .as('passkey'),
    ])
    .orderBy('email')
    .execute();
