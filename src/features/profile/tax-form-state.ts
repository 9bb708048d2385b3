import type { User } from '#core/contract/account/session.ts';
import { certifyTaxResidence } from '#core/contract/account/tax-residence.ts';
import type { RequestOf } from '#core/contract/endpoint.ts';
import {
  addressProblems,
  type HomeAddress,
  type ResidenceProblems,
  residenceProblems,
  type WithoutNumber,
  withoutNumber,
} from '#core/tax/certification.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { draftOf, dropDraft, keepDraft } from '#transport/customer/drafts.ts';
import { askKyc, loadKyc } from '#transport/session/kyc.ts';
import { mergeProfile } from '#transport/session/session.ts';
import { trimmed } from './account-form.ts';
import type { KnownTax } from './tax-known.ts';

/** One country as it is typed. */
export interface TypedResidence {
  readonly country: string;
  readonly number: string;
  /** Why the country gave no number; empty if it gave one. */
  readonly without: WithoutNumber | '';
}

export interface TaxForm {
  readonly home: HomeAddress;
  readonly residences: readonly TypedResidence[];
}

export const emptyResidence: TypedResidence = { country: '', number: '', without: '' };

const isText = (value: unknown): value is string => typeof value === 'string';

const isResidence = (value: unknown): value is TypedResidence => {
  const { country, number, without } = Object(value);
  return isText(country) && isText(number) && ['', ...withoutNumber].includes(without);
};

const isForm = (value: unknown): value is TaxForm => {
  const { home, residences } = Object(value);
  return (
    ['address', 'city', 'state', 'postal', 'country'].every((name) => isText(Object(home)[name])) &&
    Array.isArray(residences) &&
    residences.length > 0 &&
    residences.every(isResidence)
  );
};

/**
 * The form as it opens: the country and address certified before, else those of the profile. Certified
 * numbers are not sent to the page: they stay unless the customer types new ones.
 */
export function freshForm(user: User | null, known: KnownTax): TaxForm {
  const {
    address = '',
    city = '',
    state = '',
    postal = '',
    country_code: country = '',
  } = {
    ...user,
  };
  if (known.certified) {
    return {
      home: known.certified.home,
      residences: known.certified.residences.map(({ country: one, without }) => ({
        ...{ country: one, number: '', without: without ?? '' },
      })),
    };
  }
  return {
    home: { address, city, state, postal, country },
    residences: [{ ...emptyResidence, country }],
  };
}

/** A draft that was typed and not sent, else a fresh form. */
export const startingForm = (user: User | null, known: KnownTax): TaxForm => {
  const draft = draftOf('tax');
  return isForm(draft) ? draft : freshForm(user, known);
};

/** Keeps what was typed, sealed on the device, while it differs from a fresh form. */
export function keepForm(form: TaxForm, fresh: TaxForm): void {
  if (JSON.stringify(form) === JSON.stringify(fresh)) dropDraft('tax');
  else keepDraft('tax', form);
}

export interface TaxProblems {
  readonly home: ReturnType<typeof addressProblems> & { readonly state?: string };
  readonly residences: readonly ResidenceProblems[];
}

export const noProblems: TaxProblems = { home: {}, residences: [] };

/** Whether the number certified before for this country is kept, because none was typed in its place. */
export const staysAsItWas = (one: TypedResidence, known: KnownTax): boolean =>
  one.number.trim() === '' &&
  one.without === '' &&
  known.certified?.residences.some(
    ({ country, end }) => country === one.country && end !== undefined,
  ) === true;

/** What this form needs besides its address and countries. */
export interface Needs {
  /** A number that is left empty follows (EYE-06). */
  readonly follows: boolean;
  /** A purchase waits, which needs a state or province, too (BUY-03). */
  readonly state: boolean;
}

/** What is wrong with the form, for each field that shows it. */
export function problemsIn(
  { home, residences }: TaxForm,
  known: KnownTax,
  needs: Needs,
): TaxProblems {
  const found = residenceProblems(
    residences.map(({ country, number, without }) => ({
      ...{ country, number, without: without === '' ? undefined : without, later: needs.follows },
    })),
  );
  return {
    home: {
      ...addressProblems(home),
      ...(needs.state && home.state.trim() === '' && { state: 'Enter the state or province.' }),
    },
    residences: found.map((wrong, at) => {
      const one = residences[at];
      // A number that is kept was checked when it was certified; only the country can be wrong, if it is
      // chosen twice.
      return one && staysAsItWas(one, known) && wrong.number !== undefined ? {} : wrong;
    }),
  };
}

export const isSound = ({ home, residences }: TaxProblems): boolean =>
  [home, ...residences].every((one) => Object.keys(one).length === 0);

/** Without a number, the one that is kept stays; where there is none, it follows. */
const requestOf = (
  { home, residences }: TaxForm,
  { follows }: Needs,
): RequestOf<typeof certifyTaxResidence> => ({
  ...home,
  residences: residences.map(({ country, number, without }) => {
    if (without !== '') return { country, without };
    return number.trim() === '' ? { country, later: follows } : { country, number };
  }),
});

/** Whether one pays tax where one lives and nowhere else, as most people do. */
export const isAtHome = ({ home, residences }: TaxForm): boolean =>
  residences.length === 1 && residences[0]?.country === home.country;

/**
 * Certifies the form's residences; its address becomes the profile's. Resolves to the reason of a refusal, or to
 * undefined.
 */
export async function certify(form: TaxForm, needs: Needs): Promise<string | undefined> {
  let failed: string | undefined;
  await askKyc(async () => {
    const outcome = await call(certifyTaxResidence, requestOf(form, needs));
    if (!outcome.ok) failed = failureText(outcome.failure, 'It could not be saved.');
    return outcome;
  });
  if (failed !== undefined) return failed;
  dropDraft('tax');
  dropDraft('profile');
  mergeProfile(trimmed(form.home));
  // The device keeps answers to reads, not to writes: the new state is read, so that it is kept.
  void loadKyc();
  return undefined;
}
