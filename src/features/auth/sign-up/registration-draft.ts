import type { AuthTab } from '#core/routes.ts';
import { DRAFT_LIFE_MS } from '#core/snapshot.ts';
import { parseJson, visitStorage } from '#platform/kept/storage.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { REGISTRATION_KEY } from '#transport/customer/drafts.ts';
import { whenGone } from '#transport/session/scope.ts';

/** The fields of the sign-up form, as typed. */
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

/** What was typed on the sign-in page, on either tab. Passwords live in memory only. */
let current: Registration | undefined;
let signInPassword = '';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What this browser tab has kept, for at most a day. */
function stored(): Record<string, unknown> {
  const draft = Object(parseJson(visitStorage.get(REGISTRATION_KEY)));
  return serverNow() - Number(draft.at ?? 0) > DRAFT_LIFE_MS ? {} : draft;
}

/** The form as it was left; after a reload without the passwords. */
export function registrationDraft(): Registration {
  if (current) return current;
  const draft = stored();
  return {
    ...emptyRegistration,
    firstName: textOf(draft.firstName),
    lastName: textOf(draft.lastName),
    email: textOf(draft.email),
    dateOfBirth: textOf(draft.dateOfBirth),
  };
}

/** Keeps the form as it is typed (HARD-11, HARD-36). `tab`: where. */
export function keepRegistration(form: Registration, tab: AuthTab = 'signup'): void {
  current = form;
  const { password: _password, confirmation: _confirmation, ...rest } = form;
  const draft = { ...rest, tab, at: serverNow() };
  visitStorage.set(REGISTRATION_KEY, JSON.stringify(draft));
}

/** Keeps the address, which both tabs and the password reset share. */
export const keepEmail = (email: string): void =>
  keepRegistration({ ...registrationDraft(), email }, draftTab());

export const keepSignInPassword = (password: string): void => {
  signInPassword = password;
};

export const typedSignInPassword = (): string => signInPassword;

/** The tab on which a form was left unfinished. */
export const draftTab = (): AuthTab => (stored().tab === 'signup' ? 'signup' : 'signin');

/** Remembers which tab the customer chose. */
export function keepTab(tab: AuthTab): void {
  if (visitStorage.get(REGISTRATION_KEY) !== undefined) keepRegistration(registrationDraft(), tab);
}

export function forgetRegistration(): void {
  current = undefined;
  signInPassword = '';
  visitStorage.remove(REGISTRATION_KEY);
}

// A signed-in customer does not need the draft, and the next visitor must not see it (SESS-08).
whenGone(forgetRegistration);

/**
 * What was typed to create the account that a code is for. After a reload the passwords are empty, and everything
 * else as well if it was typed for another address or is not kept any more.
 */
export function registrationFor(email: string): Registration {
  const draft = registrationDraft();
  return draft.email === email ? draft : { ...emptyRegistration, email };
}
