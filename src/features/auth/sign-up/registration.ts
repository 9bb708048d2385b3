import { createUser, otpTypes } from '#core/contract/account/registration.ts';
import type { Geolocation } from '#core/money/region.ts';
import { forgetCode } from '#features/auth/mailed-code.ts';
import { type Step, stepOf } from '#features/auth/step.ts';
import { attempt } from '#transport/calls/attempt.ts';
import type { Registration } from './registration-draft.ts';

interface Waiting {
  readonly signal: AbortSignal;
  /** Called when the answer was lost and the app begins to ask the server for the outcome. */
  readonly onLost: () => void;
}

/** Creates the account, with exactly the fields that the specification lists (AUTH-14). */
export async function register(
  form: Registration,
  otp: string,
  place: Geolocation,
  waiting: Waiting,
): Promise<Step> {
  const request = {
    email: form.email,
    password: form.password,
    otp,
    device_info: navigator.userAgent.slice(0, 200),
    country_code: place.countryCode,
    currency_code: place.currency,
    is_eu: place.inEu,
    ip: place.ip,
    first_name: form.firstName.trim(),
    last_name: form.lastName.trim(),
    dob: form.dateOfBirth,
  };
  const outcome = await attempt(createUser, request, waiting);
  const step: Step = outcome.ok
    ? { kind: 'done' }
    : stepOf(outcome.failure, 'Failed to create account');
  // The code of an address that is taken was used up.
  const taken = step.kind === 'failed' && step.refused === 'EMAIL_TAKEN';
  const over = taken || step.kind === 'done' || (step.kind === 'wrong-code' && !step.codeCounts);
  if (over) forgetCode(form.email, otpTypes.proveEmail);
  return step;
}
