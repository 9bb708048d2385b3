import { type otpTypes, sendEmailOtp } from '#core/contract/account/registration.ts';
import { askAgainText } from '#core/time/wait-text.ts';
import { parseJson, visitStorage } from '#platform/kept/storage.ts';
import { attempt } from '#transport/calls/attempt.ts';
import { type Step, stepOf } from './step.ts';

const SENT_KEY = 'kopa-code-sent';

/** The purpose of a code: one of `otpTypes`. */
export type Purpose = (typeof otpTypes)[keyof typeof otpTypes];

/** How long the server waits before it sends another code to the same address, in seconds. */
const COOL_DOWN_SECONDS = 30;
const GOOD_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

/** The last code requested in this browser; it is stored, so that a reload loses nothing (BEY-21, HARD-24). */
interface Sent {
  readonly email: string;
  readonly purpose: Purpose;
  /** When the valid code was sent, by this device's clock; 0 if no code is valid. */
  readonly since: number;
  /** When another code may be requested. */
  readonly again: number;
}

function remember(sent: Sent): void {
  visitStorage.set(SENT_KEY, JSON.stringify(sent));
}

function sentTo(email: string, purpose: Purpose): Sent | undefined {
  const kept = Object(parseJson(visitStorage.get(SENT_KEY)));
  const mine = kept.email === email && kept.purpose === purpose;
  return mine
    ? { email, purpose, since: Number(kept.since), again: Number(kept.again) }
    : undefined;
}

/** When the valid code was requested in this browser; undefined if this browser knows of none. */
export function codeSince(email: string, purpose: Purpose, now = Date.now()): number | undefined {
  const since = sentTo(email, purpose)?.since ?? 0;
  // If the device's clock was set back, an old code would seem valid for ever.
  return since <= now && now < since + GOOD_MS ? since : undefined;
}

/** Forgets the code, which was used or has expired: the next step requests a new one. */
export function forgetCode(email: string, purpose: Purpose): void {
  const sent = sentTo(email, purpose);
  if (sent) remember({ ...sent, since: 0 });
}

/** Seconds until another code may be asked for. The server decides; this only says it beforehand. */
export function secondsToWait(email: string, purpose: Purpose, now = Date.now()): number {
  const left = (sentTo(email, purpose)?.again ?? 0) - now;
  // If the device's clock was set back, the wait would seem endless.
  return left > 0 && left <= DAY_MS ? Math.ceil(left / 1_000) : 0;
}

/** Requests a new code, even if one is valid; the server then rejects the earlier ones. */
export async function askForCode(email: string, purpose: Purpose, fallback: string): Promise<Step> {
  const outcome = await attempt(sendEmailOtp, { email, type: purpose });
  const now = Date.now();
  if (outcome.ok) {
    remember({ email, purpose, since: now, again: now + COOL_DOWN_SECONDS * 1_000 });
    return { kind: 'done' };
  }
  const step = stepOf(outcome.failure, fallback);
  if (step.kind !== 'wait') return step;
  const { seconds, codeCounts } = step;
  const since = codeCounts ? (codeSince(email, purpose) ?? now) : 0;
  remember({ email, purpose, since, again: now + seconds * 1_000 });
  return { ...step, message: `No code was sent. ${askAgainText(seconds, now)}` };
}

/**
 * Continues with the valid code (`counts`), or requests one. It requests none without need, because a
 * new code invalidates the earlier one.
 */
export async function firstCode(
  email: string,
  purpose: Purpose,
  fallback: string,
): Promise<Step | { readonly kind: 'counts' }> {
  if (codeSince(email, purpose) !== undefined) return { kind: 'counts' };
  const step = await askForCode(email, purpose, fallback);
  return step.kind === 'wait' && step.codeCounts ? { kind: 'counts' } : step;
}
