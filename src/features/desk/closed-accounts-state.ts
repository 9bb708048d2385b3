import { proxy } from 'valtio/vanilla';
import {
  type ClosedAccount,
  eraseArchive,
  extendArchive,
  readArchive,
} from '#core/contract/desk.ts';
import { call } from '#transport/call.ts';
import { failureText, withDoubt } from '#transport/failure-text.ts';
import { sameCustomer } from '#transport/same-customer.ts';
import { whenCustomerChanges } from '#transport/session.ts';
import { isAtCode, type NotDone } from './desk-state.ts';

interface Closed {
  /** The account searched for. The answer is not stored on the device. */
  about: string;
  found: readonly ClosedAccount[] | undefined;
}

const nothing: Closed = { about: '', found: undefined };

export const closed = proxy<Closed>({ ...nothing });

export const forgetClosed = (): void => {
  Object.assign(closed, nothing);
};

/** Reads what is kept of closed accounts; resolves with an error text, or with undefined. */
export async function readClosed(about: string, reason: string): Promise<string | undefined> {
  const isTheirs = sameCustomer();
  const outcome = await call(readArchive, { about, reason });
  if (!isTheirs()) return undefined;
  if (!outcome.ok) return failureText(outcome.failure, 'It could not be read.');
  Object.assign(closed, { about, found: outcome.value.data });
  return undefined;
}

/** What an officer confirms with a code or a passkey. */
interface Confirmed {
  readonly id: string;
  readonly reason: string;
  readonly otp: string;
}

const notRead = (text: string | undefined): NotDone | undefined =>
  text === undefined ? undefined : { text, atCode: false };

/**
 * Extends how long an account is kept, and reads it again; resolves with why it was not, or with undefined.
 */
export async function keepLonger(confirmed: Confirmed): Promise<NotDone | undefined> {
  const outcome = await call(extendArchive, confirmed);
  if (outcome.ok) return notRead(await readClosed(closed.about, confirmed.reason));
  const { failure } = outcome;
  const text = failureText(failure, 'It could not be kept longer.');
  const doubt = 'Read the account again before you repeat it.';
  return { text: withDoubt(failure, text, doubt), atCode: isAtCode(failure) };
}

/**
 * Asks for an account to be erased, or erases it as the second officer, and reads what is left; resolves with
 * why it was not, or with whether a second officer must confirm it.
 */
export async function erase(confirmed: Confirmed): Promise<{ readonly second: boolean } | NotDone> {
  const outcome = await call(eraseArchive, confirmed);
  if (!outcome.ok) {
    const text = failureText(outcome.failure, 'It could not be erased.');
    const doubt = 'Read the account again before you repeat it.';
    return { text: withDoubt(outcome.failure, text, doubt), atCode: isAtCode(outcome.failure) };
  }
  const failed = notRead(await readClosed(closed.about, confirmed.reason));
  return failed ?? { second: outcome.value.second };
}

whenCustomerChanges(forgetClosed);
