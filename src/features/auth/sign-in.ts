import { login } from '#core/contract/account/session.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { asNever, type Failure } from '#core/failure.ts';
import { unsubscribePush } from '#platform/device/push-subscription.ts';
import { deviceId } from '#platform/kept/device-id.ts';
import { hasPushMark } from '#platform/kept/push-mark.ts';
import { visitStorage } from '#platform/kept/storage.ts';
import { readVault } from '#platform/vault/vault-record.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { RECOVERY_CODE_KEY, type SignInPlace, signIn } from '#transport/session/session.ts';
import { loadPlace } from '#transport/session/visitor-place.ts';

export type SignInResult =
  | { readonly kind: 'signed-in' }
  /**
   * `mailed`: the code was mailed because the device is new; `enrols`: it is the operator's, for staff who have no
   * factor yet; otherwise it is an authenticator's.
   */
  | {
      readonly kind: 'second-factor';
      readonly message: string | undefined;
      readonly mailed?: boolean;
      readonly enrols?: boolean;
    }
  | { readonly kind: 'wait'; readonly message: string; readonly seconds: number }
  | { readonly kind: 'failed'; readonly message: string }
  /** The person cancelled the browser's dialog. */
  | { readonly kind: 'dismissed' };

const FALLBACK = 'Login failed. Please check your credentials.';

/** What a failed sign-in means to the form. `codeSent`: a second factor was part of the attempt. */
export function resultOf(failure: Failure, codeSent: boolean): SignInResult {
  // A sign-in whose answer was lost opens nothing that anybody has: it failed (AUTH-03).
  const message = failureText(asNever(failure), FALLBACK);
  if (failure.kind !== 'refused') return { kind: 'failed', message };
  const { code, retryAfter, mailed, enrols } = failure.refusal;
  const which = { ...(mailed && { mailed }), ...(enrols && { enrols }) };
  if (code === 'SECOND_FACTOR_REQUIRED') {
    return { kind: 'second-factor', message: codeSent ? message : undefined, ...which };
  }
  if (code === 'INVALID_CODE') return { kind: 'second-factor', message, ...which };
  return retryAfter ? { kind: 'wait', message, seconds: retryAfter } : { kind: 'failed', message };
}

/** Browser and system in a few words, for the customer's list of sessions. */
const deviceInfo = (): string => navigator.userAgent.slice(0, 200);

let place: Promise<SignInPlace> | undefined;

/** Looks up the customer's country while they fill in the form: it does not depend on the account. */
export function prepareSignIn(): void {
  place ??= loadPlace();
}

async function placeNow(): Promise<SignInPlace> {
  const known = await place;
  // The country was unknown before; it may be known now.
  return known?.country ? known : loadPlace();
}

/** What the device tells about itself at a sign-in. */
export function givenDevice() {
  const device = deviceId();
  return { device_info: deviceInfo(), ...(device && { device_id: device }) };
}

/** Starts the session from the server's answer. */
export async function enter(answer: AnswerOf<typeof login>): Promise<SignInResult> {
  // If the previous customer never signed out, their push subscription ends now. One whose session the browser dropped
  // keeps theirs: a forgotten vault may be destroyed by now, and says nothing.
  const { id } = answer.user;
  const isTheirs = hasPushMark(id) || (await readVault())?.userId === id;
  if (!isTheirs) unsubscribePush().catch(() => undefined);
  const left = answer.recovery_codes_left;
  if (left !== undefined) visitStorage.set(RECOVERY_CODE_KEY, String(left));
  await signIn(answer, await placeNow());
  return { kind: 'signed-in' };
}

export async function attemptSignIn(
  email: string,
  password: string,
  otp: string | undefined,
  /** Whether another code is to be mailed. */
  again = false,
): Promise<SignInResult> {
  // Both requests run at the same time.
  prepareSignIn();
  const outcome = await call(login, {
    email,
    password,
    ...givenDevice(),
    ...(otp && { otp }),
    ...(again && { new_code: true }),
  });
  return outcome.ok ? enter(outcome.value) : resultOf(outcome.failure, otp !== undefined);
}
