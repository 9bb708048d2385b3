import {
  type ClosedAccount,
  eraseArchive,
  extendArchive,
  readArchive,
} from '#core/contract/staff/desk.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { scopedStore } from '#transport/session/scope.ts';
import { isAtCode, type NotDone } from './desk-state.ts';

interface Closed {
  /** The account searched for. The answer is not stored on the device. */
  about: string;
  found: readonly ClosedAccount[] | undefined;
}

const nothing: Closed = { about: '', found: undefined };

export const closed = scopedStore<Closed>(() => ({ ...nothing }));

export const forgetClosed = (): void => {
  Object.assign(closed, nothing);
};

/**
 * Reads what is kept of closed accounts, with a code or a passkey, or without where it was read a moment ago; resolves with
 * why it was not, or with undefined.
 */
export async function readClosed(
  about: string,
  reason: string,
  otp = '',
): Promise<NotDone | undefined> {
  const outcome = await call(readArchive, { about, reason, otp });
  if (!outcome.ok) {
    const text = failureText(outcome.failure, 'It could not be read.');
    return { text, atCode: isAtCode(outcome.failure) };
  }
  Object.assign(closed, { about, found: outcome.value.data });
  return undefined;
}

/** What an officer confirms with a code or a passkey. */
interface Confirmed {
  readonly id: string;
  readonly reason: string;
  readonly otp: string;
}

const DOUBT = 'It may have been done: read the account again before you repeat it.';

/** What was done is done, though it could not be read again. */
const notRead = (not: NotDone | undefined): NotDone | undefined =>
  not && { text: not.text, atCode: false };

/**
 * Extends how long an account is kept, and reads it again; resolves with why it was not, or with undefined.
 */
export async function keepLonger(confirmed: Confirmed): Promise<NotDone | undefined> {
  const outcome = await call(extendArchive, confirmed);
  if (outcome.ok) return notRead(await readClosed(closed.about, confirmed.reason));
  const { failure } = outcome;
  const text = failureText(failure, 'It could not be kept longer.', DOUBT);
  return { text, atCode: isAtCode(failure) };
}

/**
 * Asks for an account to be erased, or erases it as the second officer, and reads what is left; resolves with
 * why it was not, or with whether a second officer must confirm it.
 */
export async function erase(confirmed: Confirmed): Promise<{ readonly second: boolean } | NotDone> {
  const outcome = await call(eraseArchive, confirmed);
  if (!outcome.ok) {
    const text = failureText(outcome.failure, 'It could not be erased.', DOUBT);
    return { text, atCode: isAtCode(outcome.failure) };
  }
  const failed = notRead(await readClosed(closed.about, confirmed.reason));
  return failed ?? { second: outcome.value.second };
}
