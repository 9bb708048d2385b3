import type { Snapshot } from 'valtio/vanilla';
import {
  endDeviceSession,
  endOtherSessions,
  getSecurity,
} from '#core/contract/account/security.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { reading } from '#transport/calls/reading.ts';
import { scopedStore } from '#transport/session/scope.ts';
import {
  isStaff,
  mergeProfile,
  roleOf,
  session,
  setTwoFactor,
} from '#transport/session/session.ts';

export type Security = Snapshot<AnswerOf<typeof getSecurity>['data']>;

interface NewCodes {
  readonly text: string;
  readonly codes: readonly string[];
}

/** The security settings. */
export const security = reading(
  getSecurity,
  {},
  {
    pick: ({ data }) => data,
    failed: 'Your security settings could not be loaded.',
    // They may have changed on another device, or this device's own change had no answer.
    heard: ({ email, twoFactor, passkeys = [] }) => {
      // For administrators and officers, a passkey is as good as 2FA.
      setTwoFactor(twoFactor || (isStaff(roleOf(session)) && passkeys.length > 0));
      if (email !== undefined) mergeProfile({ email });
    },
  },
);

interface Made {
  /** New recovery codes that were not confirmed as saved: the page may have been left before they were shown (BEY-10). */
  codes: NewCodes | undefined;
}

export const made = scopedStore<Made>(() => ({ codes: undefined }));

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
  await security.changed();
  return problem;
}

export async function endOthers(): Promise<string | undefined> {
  const outcome = await call(endOtherSessions, {});
  await security.changed();
  return outcome.ok
    ? undefined
    : failureText(outcome.failure, 'The devices could not be signed out. Please try again.');
}
