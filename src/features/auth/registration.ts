import { createUser, otpTypes, sendEmailOtp } from '#core/contract/registration.ts';
import type { Geolocation } from '#core/domain/region.ts';
import type { Failure } from '#core/failure.ts';
import { parseJson, visitStorage } from '#platform/storage.ts';
import { call } from '#transport/call.ts';
import { REGISTRATION_KEY } from '#transport/drafts.ts';
import { failureText, withDoubt } from '#transport/failure-text.ts';
import { whenCustomerChanges } from '#transport/session.ts';

/** What a person typed to create an account. */
export interface Registration {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string;
}

export const emptyRegistration: Registration = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmation: '',
  dateOfBirth: '',
};

/** The form while the code is on its way. Passwords live in memory only. */
let current: Registration | undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The form as it was left; after a reload without the passwords. */
export function registrationDraft(): Registration {
  if (current) return current;
  const stored = parseJson(visitStorage.get(REGISTRATION_KEY));
  if (typeof stored !== 'object' || stored === null) return emptyRegistration;
  const draft = stored as Record<string, unknown>;
  return {
    ...emptyRegistration,
    firstName: textOf(draft.firstName),
    lastName: textOf(draft.lastName),
    email: textOf(draft.email),
    dateOfBirth: textOf(draft.dateOfBirth),
  };
}

export function keepRegistration(form: Registration): void {
  current = form;
  const { password: _password, confirmation: _confirmation, ...rest } = form;
  visitStorage.set(REGISTRATION_KEY, JSON.stringify(rest));
}

export function forgetRegistration(): void {
  current = undefined;
  visitStorage.remove(REGISTRATION_KEY);
}

// Nobody who is signed in has any use for it, and whoever comes after them must not find it (SESS-08).
whenCustomerChanges(forgetRegistration);

/** The form in memory, where it is complete enough to create an account. */
export const pendingRegistration = (email: string): Registration | undefined =>
  current?.email === email && current.password !== '' ? current : undefined;

export type Step =
  | { readonly kind: 'done' }
  | { readonly kind: 'wait'; readonly seconds: number; readonly message: string }
  | { readonly kind: 'wrong-code'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

/** What a failed step means to its form. */
export function stepOf(failure: Failure, fallback: string): Exclude<Step, { kind: 'done' }> {
  const message = failureText(failure, fallback);
  if (failure.kind !== 'refused') return { kind: 'failed', message };
  const { code, retryAfter } = failure.refusal;
  if (code === 'INVALID_CODE') return { kind: 'wrong-code', message };
  return retryAfter === undefined
    ? { kind: 'failed', message }
    : { kind: 'wait', seconds: retryAfter, message };
}

/** Has a code sent that proves the address. */
export async function sendRegistrationCode(email: string): Promise<Step> {
  const outcome = await call(sendEmailOtp, { email, type: otpTypes.proveEmail });
  return outcome.ok ? { kind: 'done' } : stepOf(outcome.failure, 'Failed to send OTP');
}

/** Creates the account (AUTH-14: exactly the fields of 000 §3). */
export async function register(form: Registration, otp: string, place: Geolocation): Promise<Step> {
  const outcome = await call(createUser, {
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
  });
  if (outcome.ok) return { kind: 'done' };
  const step = stepOf(outcome.failure, 'Failed to create account');
  const doubt = 'Your account may have been created anyway. If so, you can sign in.';
  return { ...step, message: withDoubt(outcome.failure, step.message, doubt) };
}
