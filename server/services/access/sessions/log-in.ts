import { randomUUID } from 'node:crypto';
import type { login } from '#core/contract/account/session.ts';
import type { AnswerOf, ParsedRequestOf } from '#core/contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { isGuess, isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { watchCodes } from '#server/services/access/credentials/code-refusal.ts';
import { hasPasskey } from '#server/services/access/credentials/passkeys.ts';
import {
  callerFrom,
  passwordMatches,
  refuseCrowd,
} from '#server/services/access/credentials/passwords.ts';
import {
  isUsedRecoveryCode,
  recoveryCodesLeft,
  tryAgain,
} from '#server/services/access/credentials/second-factor.ts';
import {
  findUserByEmail,
  lockAccount,
  type UserRow,
} from '#server/services/customers/users/users.ts';
import { takeSecondFactorAndTell } from '#server/services/messages/notices/second-factor-shown.ts';
import { rests } from '#server/services/operation/copies/older-copy.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { takeEnrolment } from './enrolment.ts';
import { knowsDevice } from './known-devices.ts';
import { forgetAttempts, giveBackAttempt, takeAttempt } from './login-guard.ts';
import { checkNewDevice } from './new-device-code.ts';
import { endUnheard, openSession } from './sessions.ts';
import { frozen, openFor, restored, userAnswer } from './sign-in-steps.ts';

const wrongCredentials = (): Refused => refuse('INVALID_CREDENTIALS', 'Invalid email or password.');

/**
 * The account, locked, if its password is still the one that was checked. The lock lasts until the
 * transaction ends: a change of the password either ends the session created here or is seen here.
 */
async function lockChecked(tx: Tx, { id, password_hash }: UserRow): Promise<UserRow | undefined> {
  const user = await lockAccount(tx, id);
  return user?.password_hash === password_hash ? user : undefined;
}

/** The number of recovery codes left after a sign-in with one (HARD-47). */
const recoveryNews = async (tx: Tx, userId: string, code: string | undefined) =>
  code !== undefined && (await isUsedRecoveryCode(tx, userId, code))
    ? { recovery_codes_left: await recoveryCodesLeft(tx, userId) }
    : undefined;

/** The origin of a sign-in: the country, or empty, and the address. */
interface Origin {
  readonly place: string;
  readonly ip: string;
}

/** The envelope of a sign-in, and that of an earlier attempt without an answer. */
interface Envelope {
  readonly nonce: string;
  readonly repeats: string | undefined;
}

/**
 * Signs in. A sign-in that repeats one whose answer was lost opens the same session anew, without
 * using up another code or telling of a new device again (HARD-05). An unknown address, a wrong
 * password and a locked account get the same answer after the same time, so that nobody learns which
 * addresses have accounts.
 */
export async function logIn(
  deps: Deps,
  request: ParsedRequestOf<typeof login>,
  { place, ip }: Origin,
  { nonce, repeats }: Envelope,
): Promise<AnswerOf<typeof login> | Refused> {
  const { email, password, otp, device_info = '', device_id, new_code: again = false } = request;
  const locked = await takeAttempt(deps, email);
  if (locked) return locked;
  const user = await findUserByEmail(deps.db, email);
  const caller = callerFrom(ip, await knowsDevice(deps, deps.db, user?.id, device_id));
  const crowded = refuseCrowd(caller);
  if (crowded) {
    await giveBackAttempt(deps, email);
    return crowded;
  }
  const matches = await passwordMatches(user?.password_hash, password, caller);
  if (!matches || !user) return wrongCredentials();
  const opened = await inTransaction(deps.db, async (tx) => {
    const now = await lockChecked(tx, user);
    if (!now) return wrongCredentials();
    if (now.withdrawals_frozen) return frozen(now);
    if (await rests(tx, user.id)) return restored(now);
    const keys = await hasPasskey(tx, user.id);
    // A passkey added without a second factor counts as the second factor; a password alone is weaker.
    if (now.role !== 'user' && !now.two_factor && keys) {
      return refuse('SECOND_FACTOR_MISSING', 'Sign in with your passkey.');
    }
    const sessionId = randomUUID();
    const unheard = repeats && (await endUnheard(deps, tx, user.id, repeats));
    if (unheard) {
      const device = { info: device_info, place };
      const tokens = await openSession(deps, tx, user.id, device, { ...unheard, nonce });
      return { user: userAnswer(now, keys), ...tokens, ...(await recoveryNews(tx, user.id, otp)) };
    }
    // Whoever works here and has no factor yet needs the operator (HARD-65).
    const enrols = now.role !== 'user' && !now.two_factor && !keys;
    const barred = enrols && (await takeEnrolment(deps, tx, now, otp ?? ''));
    if (barred) return barred;
    if (now.two_factor && !otp) {
      return refuse('SECOND_FACTOR_REQUIRED', 'Enter the code from your authenticator app.');
    }
    const shower = { userId: user.id, sessionId };
    const shown = now.two_factor
      ? await takeSecondFactorAndTell(deps, tx, shower, otp ?? '')
      : undefined;
    if (isRefused(shown)) return tryAgain(shown);
    const device = { info: device_info, place };
    const signIn = { device, deviceId: device_id, code: otp ?? '', again };
    const unknown = !enrols && (await checkNewDevice(deps, tx, now, signIn));
    if (unknown) return unknown;
    const tokens = await openFor(deps, tx, now, {
      sessionId,
      nonce,
      device,
      deviceId: device_id,
      byPassword: true,
      secondFactor: shown,
      enrols,
    });
    return { user: userAnswer(now, keys), ...tokens, ...(await recoveryNews(tx, user.id, otp)) };
  });
  if (isRefused(opened)) {
    // A request for a code after a right password is no guess, and neither is being told to wait, or a code that
    // was used or cannot be one (HARD-64).
    const { code, mailed } = opened.refusal;
    const isSpent = code === 'INVALID_CODE' && !mailed && !isGuess(opened);
    if (isSpent || code === 'SECOND_FACTOR_REQUIRED' || code === 'TOO_MANY') {
      await giveBackAttempt(deps, email);
    }
    return mailed ? watchCodes(deps, opened) : opened;
  }
  await forgetAttempts(deps, email);
  return { status: 'success', ...opened };
}
