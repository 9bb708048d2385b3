import type { Snapshot } from 'valtio/vanilla';
import {
  endDeviceSession,
  endOtherSessions,
  getSecurity,
} from '#core/contract/account/security.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { scopedStore } from '#transport/session/scope.ts';
import {
  isStaff,
  mergeProfile,
  roleOf,
  session,
  setTwoFactor,
} from '#transport/session/session.ts';

export type Security = Snapshot<AnswerOf<typeof getSecurity>['data']>;

interface SecurityState {
  data: Security | undefined;
  /** Why the last read failed. */
  failure: string | undefined;
  /**
   * New recovery codes that were not confirmed as saved: the page may have been left before they were shown
   * (BEY-10).
   */
  made: NewCodes | undefined;
}

interface NewCodes {
  readonly text: string;
  readonly codes: readonly string[];
}

const unknown = (): SecurityState => ({
  data: undefined,
  failure: undefined,
  made: undefined,
});

export const security = scopedStore(unknown);

const questions = inOrder();

/** Reads the settings from the server; the known ones stay on screen meanwhile. */
export async function loadSecurity(): Promise<void> {
  const isNews = questions.ask();
  const outcome = await call(getSecurity, {});
  if (!isNews(outcome.ok)) return;
  if (!outcome.ok) {
    security.failure = failureText(outcome.failure, 'Your security settings could not be loaded.');
    return;
  }
  Object.assign(security, { data: outcome.value.data, failure: undefined });
  // They may have changed on another device, or this device's own change had no answer.
  const { email, twoFactor, passkeys = [] } = outcome.value.data;
  // For administrators and officers, a passkey is as good as 2FA.
  setTwoFactor(twoFactor || (isStaff(roleOf(session)) && passkeys.length > 0));
  if (email !== undefined) mergeProfile({ email });
}

/** Loads again after a change, or after one that may have happened. Answers to earlier questions are out of date. */
export function loadChanged(): Promise<void> {
  questions.changed();
  return loadSecurity();
}

/** Keeps new recovery codes until their owner confirms that they are saved; undefined: they are. */
export function keepMade(made: NewCodes | undefined): void {
  security.made = made;
}

/** Ends these sessions, one after the other until one cannot be ended; returns why. */
export async function endDevice(sessionIds: readonly string[]): Promise<string | undefined> {
  let problem: string | undefined;
  for (const sessionId of sessionIds) {
    const outcome = await call(endDeviceSession, { sessionId });
    // A session that has ended already needs no ending.
    if (outcome.ok || (outcome.failure.kind === 'refused' && outcome.failure.status === 404))
      continue;
    problem = failureText(outcome.failure, 'The device could not be signed out. Please try again.');
    break;
  }
  await loadChanged();
  return problem;
}

export async function endOthers(): Promise<string | undefined> {
  const outcome = await call(endOtherSessions, {});
  await loadChanged();
  return outcome.ok
    ? undefined
    : failureText(outcome.failure, 'The devices could not be signed out. Please try again.');
}
