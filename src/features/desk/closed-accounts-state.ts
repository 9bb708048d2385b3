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

/**
 * Extends how long an account is kept, and reads it again; resolves with an error text, or with undefined.
 */
export async function keepLonger(id: string, reason: string): Promise<string | undefined> {
  const outcome = await call(extendArchive, { id, reason });
  if (outcome.ok) return readClosed(closed.about, reason);
  const text = failureText(outcome.failure, 'It could not be kept longer.');
  return withDoubt(outcome.failure, text, 'Read the account again before you repeat it.');
}

/**
 * Asks for an account to be erased, or erases it as the second officer, and reads what is left; resolves with
 * an error text, or with undefined.
 */
export async function erase(
  id: string,
  reason: string,
): Promise<{ readonly second: boolean } | { readonly failure: string }> {
  const outcome = await call(eraseArchive, { id, reason });
  if (!outcome.ok) {
    const text = failureText(outcome.failure, 'It could not be erased.');
    const doubt = 'Read the account again before you repeat it.';
    return { failure: withDoubt(outcome.failure, text, doubt) };
  }
  const failure = await readClosed(closed.about, reason);
  return failure === undefined ? { second: outcome.value.second } : { failure };
}

whenCustomerChanges(forgetClosed);
