import { randomUUID } from 'node:crypto';
import type { AnswerOf, ParsedRequestOf } from '#core/contract/endpoint.ts';
import type { login, User } from '#core/contract/login.ts';
import type { Deps } from '#server/deps.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { passwordMatches, refuseCrowd } from '#server/services/credentials/passwords.ts';
import { takeSecondFactor } from '#server/services/credentials/second-factor.ts';
import { findUserByEmail, lockAccount, type UserRow } from '#server/services/users/users.ts';
import type { Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { meetDevice, tellNewDevice } from './known-devices.ts';
import { forgetAttempts, giveBackAttempt, takeAttempt } from './login-guard.ts';
import { openSession } from './sessions.ts';

const wrongCredentials = (): Refused => refuse('INVALID_CREDENTIALS', 'Invalid email or password.');

/**
 * The account as it stands now, if its password still is the one that was checked. It stays so until the
 * transaction is over: whoever changes the password either ends the session made in it or is seen here.
 */
async function lockChecked(tx: Tx, { id, password_hash }: UserRow): Promise<UserRow | undefined> {
  const user = await lockAccount(tx, id);
  return user?.password_hash === password_hash ? user : undefined;
}

/** The account as its owner's device knows it. */
const userAnswer = (row: UserRow): User => ({
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

/**
 * Signs in. An unknown address, a wrong password and a locked account get the same answer after the same
 * time, so that nobody learns which addresses have accounts.
 */
export async function logIn(
  deps: Deps,
  request: ParsedRequestOf<typeof login>,
  place: string,
): Promise<AnswerOf<typeof login> | Refused> {
  const { email, password, otp, device_info = '', device_id } = request;
  const locked = await takeAttempt(deps, email);
  if (locked) return locked;
  const user = await findUserByEmail(deps.db, email);
  const crowded = refuseCrowd();
  if (crowded) {
    await giveBackAttempt(deps, email);
    return crowded;
  }
  if (!(await passwordMatches(user?.password_hash, password)) || !user) {
    return wrongCredentials();
  }
  const opened = await inTransaction(deps.db, async (tx) => {
    const now = await lockChecked(tx, user);
    if (!now) return wrongCredentials();
    if (now.two_factor && !otp) {
      return refuse('SECOND_FACTOR_REQUIRED', 'Enter the code from your authenticator app.');
    }
    if (now.two_factor && !(await takeSecondFactor(deps, tx, user.id, otp ?? ''))) {
      return refuse('INVALID_CODE', 'Invalid 2FA code. Please try again.');
    }
    const device = { info: device_info, place };
    const sessionId = randomUUID();
    if (await meetDevice(deps, tx, user.id, device_id))
      await tellNewDevice(deps, tx, user.id, { sessionId, device });
    const tokens = await openSession(deps, tx, user.id, device, sessionId);
    return { user: userAnswer(now), ...tokens };
  });
  if (isRefused(opened)) {
    // Asked for a code after a right password: nobody guessed anything.
    if (opened.refusal.code === 'SECOND_FACTOR_REQUIRED') await giveBackAttempt(deps, email);
    return opened;
  }
  await forgetAttempts(deps, email);
  return { status: 'success', ...opened };
}
