import { updateProfile } from '#core/contract/account/account.ts';
import type { Failure } from '#core/failure.ts';
import { addressNames } from '#core/money/purchase.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { draftOf, dropDraft, keepDraft } from '#transport/customer/drafts.ts';
import { mergeProfile } from '#transport/session/session.ts';

export const addressFields = ['address', 'city', 'state', 'postal'] as const;
type AddressField = (typeof addressFields)[number];
export type Address = Readonly<Record<AddressField, string>>;

/** Label, browser's name for it and the server's limit in characters. */
export const fieldFacts = {
  city: { label: addressNames.city, autoComplete: 'address-level2', maxLength: 100 },
  address: { label: addressNames.address, autoComplete: 'street-address', maxLength: 200 },
  state: { label: addressNames.state, autoComplete: 'address-level1', maxLength: 100 },
  postal: { label: addressNames.postal, autoComplete: 'postal-code', maxLength: 20 },
} as const satisfies Record<AddressField, unknown>;

/** What was saved last. */
export const savedAddress = (user: Address | null): Address => ({
  city: user?.city ?? '',
  address: user?.address ?? '',
  state: user?.state ?? '',
  postal: user?.postal ?? '',
});

/** Whether two texts are the same for the server, which removes the spaces around them. */
export const trimmed = (form: Address): Address => ({
  city: form.city.trim(),
  address: form.address.trim(),
  state: form.state.trim(),
  postal: form.postal.trim(),
});

/** PROF-03: whether there is something to save. */
export function differs(form: Address, saved: Address): boolean {
  const [now, before] = [trimmed(form), trimmed(saved)];
  return addressFields.some((field) => now[field] !== before[field]);
}

/** Whether the address has everything that a purchase needs (BUY-03). */
export const isComplete = (form: Address): boolean =>
  addressFields.every((field) => form[field].trim() !== '');

const isAddress = (value: unknown): value is Address =>
  typeof value === 'object' &&
  value !== null &&
  addressFields.every((field) => typeof Object(value)[field] === 'string');

/** What was typed and not saved, else what is saved. */
export function startingForm(saved: Address): Address {
  const draft = draftOf('profile');
  return isAddress(draft) ? draft : saved;
}

/** Keeps what was typed while it differs from what is saved. */
export function keepForm(form: Address, saved: Address): void {
  if (differs(form, saved)) keepDraft('profile', form);
  else dropDraft('profile');
}

const FAILED = 'Failed to update profile';

/** The reason of a failure; undefined if only the failure itself is known, which the message says. */
export const whyNot = (failure: Failure): string | undefined =>
  failureText(failure, '') || undefined;

export type SaveResult =
  | { readonly ok: true; readonly saved: Address }
  /** `why`: the reason, if it is known. */
  | { readonly ok: false; readonly message: string; readonly why: string | undefined };

/** PROF-03. The saved values merge into the customer of this session. */
export async function saveAddress(form: Address): Promise<SaveResult> {
  const saved = trimmed(form);
  const outcome = await call(updateProfile, saved);
  if (!outcome.ok) {
    const { failure } = outcome;
    const message = failure.unknown ? 'Your profile may not have been saved' : FAILED;
    return { ok: false, message, why: whyNot(failure) };
  }
  mergeProfile(saved);
  dropDraft('profile');
  return { ok: true, saved };
}

/** PROF-02: a date of birth as YYYY-MM-DD, shown as in Britain; '-' where there is none. */
export function birthText(dob: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(dob) ?? [];
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // Some engines turn a date that does not exist, such as 30 February, into another date.
  if (Number.isNaN(at.getTime()) || at.getUTCDate() !== Number(day)) return '-';
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC' }).format(at);
}
