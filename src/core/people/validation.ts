import { seenLength } from '#core/text/one-line.ts';
import { CURRENT_PASSWORD_NEEDED } from '#core/words/account.ts';
import { codeProblem, mailedDigits } from './code-text.ts';

/**
 * Rules for what customers type about themselves. Each returns the text to show, or undefined if the value is
 * fine. Page and server use the same rules.
 */

const NAME_MIN = 2;
const NAME_MAX = 50;
const PASSWORD_MIN = 8;
/** Hashing is costly, so the length of what is hashed is bounded; the contract refuses more. */
const PASSWORD_MAX = 256;
const EARLIEST_YEAR = 1900;
/** No digits that begin a date of birth are a later year. */
const LATEST_YEAR = 2099;
/** The terms' minimum age in years (D29). */
export const MINIMUM_AGE = 18;

export type NameField = 'First name' | 'Last name';

/** AUTH-05. Length is counted in characters that people see, not in UTF-16 units. */
export function checkName(field: NameField, value: string): string | undefined {
  const length = seenLength(value);
  if (length === 0) return `${field} is required`;
  return length < NAME_MIN || length > NAME_MAX
    ? `${field} must be between ${NAME_MIN} and ${NAME_MAX} characters`
    : undefined;
}

/**
 * One @, a local part and a dotted domain without empty labels; only a mail can tell whether it exists.
 */
const EMAIL =
  /^[^\s\p{C}@"(),:;<>[\]\\]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:[\p{L}]{2,}|xn--[a-z\d-]*[a-z\d])$/u;
const EMAIL_MAX = 254;

/** AUTH-06. */
export function checkEmail(value: string): string | undefined {
  const email = value.trim();
  if (email === '') return 'Email is required';
  const [local = ''] = email.split('@');
  const dotsFine = !local.startsWith('.') && !local.endsWith('.') && !local.includes('..');
  return email.length <= EMAIL_MAX && local.length <= 64 && dotsFine && EMAIL.test(email)
    ? undefined
    : 'Please enter a valid email address';
}

/** The rules for passwords, each with its name for the list of missing ones. */
const passwordRules: readonly {
  readonly name: string;
  readonly holds: (value: string) => boolean;
}[] = [
  { name: `at least ${PASSWORD_MIN} characters`, holds: (value) => value.length >= PASSWORD_MIN },
  { name: `at most ${PASSWORD_MAX} characters`, holds: (value) => value.length <= PASSWORD_MAX },
  { name: 'a lowercase letter', holds: (value) => /\p{Ll}/u.test(value) },
  { name: 'an uppercase letter', holds: (value) => /\p{Lu}/u.test(value) },
  { name: 'a number', holds: (value) => /\p{Nd}/u.test(value) },
  { name: 'a special character', holds: (value) => /[^\p{L}\p{Nd}\s]/u.test(value) },
];

/**
 * A password in the form that is hashed: one form of Unicode, so that the keyboard does not matter (HARD-29).
 * Never trimmed.
 */
export const plainPassword = (typed: string): string => typed.normalize('NFKC');

/** The given text, followed by the missing rules (EASE-13); undefined if none is missing. */
function withMissing(text: string, typed: string): string | undefined {
  const value = plainPassword(typed);
  const missing = passwordRules.filter(({ holds }) => !holds(value)).map(({ name }) => name);
  return missing.length === 0 ? undefined : `${text}. Missing: ${missing.join(', ')}.`;
}

/** AUTH-07, as sign-up words it. */
export function checkPassword(value: string): string | undefined {
  if (value === '') return 'Password is required';
  return withMissing(
    'Password must be at least 8 characters long and contain uppercase, lowercase, number, and special character',
    value,
  );
}

const RESET_RULE =
  'Password must be at least 8 characters and include uppercase, lowercase, number, and special character';

/** What a password must be, said before anything is typed. */
export const PASSWORD_RULE =
  'At least 8 characters, with a capital and a small letter, a number and a special character.';

/** AUTH-16: the same rule, as the reset screen words it. Of an empty field nothing in particular is missing. */
export const checkResetPassword = (value: string): string | undefined =>
  value === '' ? RESET_RULE : withMissing(RESET_RULE, value);

/** AUTH-08. */
export function checkConfirmation(password: string, confirmation: string): string | undefined {
  if (confirmation === '') return 'Please confirm your password';
  return plainPassword(confirmation) === plainPassword(password)
    ? undefined
    : 'Passwords do not match';
}

/** SEC-04: the fields of the change-password dialog. */
export const checkCurrentPassword = (value: string): string | undefined =>
  value === '' ? CURRENT_PASSWORD_NEEDED : undefined;

/** SEC-04. The server requires a strong one as well, with the reset screen's text. */
export function checkNewPassword(value: string): string | undefined {
  if (value === '') return 'New password is required';
  return value.length < PASSWORD_MIN ? 'Password must be at least 8 characters' : undefined;
}

/** AUTH-16. */
export function checkResetCode(value: string): string | undefined {
  if (value.trim() === '') return 'Code is required';
  return /^\d+$/.test(value.trim())
    ? codeProblem(value, mailedDigits.opens)
    : 'Code must be numeric';
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a YYYY-MM-DD names a day that existed or will exist. */
function isRealDate(value: string): boolean {
  const [, year = '', month = '', day = ''] = DATE.exec(value) ?? [];
  const time = new Date(`${value}T00:00:00Z`);
  return (
    !Number.isNaN(time.getTime()) &&
    time.getUTCFullYear() === Number(year) &&
    time.getUTCMonth() + 1 === Number(month) &&
    time.getUTCDate() === Number(day)
  );
}

/** The day `years` before a day, as YYYY-MM-DD: ISO dates sort as text. */
const yearsBefore = (day: string, years: number): string =>
  `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`;

/**
 * AUTH-09, D29. `today` is the current day, YYYY-MM-DD, in the customer's time zone. That is the zone the
 * geolocation service gives for their IP address, or their country's main one. Page and server use the same
 * answer, and the server decides (HARD-37).
 */
export function checkDateOfBirth(value: string, today: string): string | undefined {
  if (value === '') return 'Date of birth is required';
  if (!DATE.test(value)) return 'Please enter date in YYYY-MM-DD format';
  if (!isRealDate(value) || Number(value.slice(0, 4)) < EARLIEST_YEAR) {
    return 'Please enter a valid date in YYYY-MM-DD format';
  }
  if (value > today) return 'Date of birth cannot be in the future';
  return value > yearsBefore(today, MINIMUM_AGE)
    ? 'You must be 18 or older to create an account'
    : undefined;
}

/** Whether somebody born on a day is too young to be a customer today; what is no date says nothing. */
export const isUnderage = (born: string, today: string): boolean =>
  DATE.test(born) && isRealDate(born) && born > yearsBefore(today, MINIMUM_AGE);

/** Countries that write the month first, unless a date begins with the year. */
const MONTH_FIRST: ReadonlySet<string> = new Set([
  'US',
  'AS',
  'FM',
  'GU',
  'MH',
  'MP',
  'PH',
  'PR',
  'PW',
  'UM',
  'VI',
]);

const isoDate = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** A date that ends with its year, in the country's order; in the other order if only that is a date. */
function yearLast(first: string, second: string, year: string, country: string): string {
  const readings = [isoDate(year, second, first), isoDate(year, first, second)] as const;
  const [usual, other] = MONTH_FIRST.has(country) ? [readings[1], readings[0]] : readings;
  return !isRealDate(usual) && isRealDate(other) ? other : usual;
}

/**
 * A date of birth as people type and paste it (AUTH-09, HARD-37), as YYYY-MM-DD, at most ten characters:
 * digits get their hyphens, and a date that ends with its year stays as it is until it is whole.
 * `before`: what the field held. `country`: the two letters of the customer's, for the order of day and
 * month.
 */
export function readBirthDate(typed: string, before: string, country = ''): string {
  const text = typed
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([./-]) ?| /g, (_, mark?: string) => mark ?? '-')
    .replace(/[^\d./-]/g, '');
  const [, first = '', mark, second = '', last = ''] =
    /^(\d{1,2})([./-])(\d{0,2})(?:\2(\d{0,4}))?/.exec(text) ?? [];
  if (second && last.length === 4) return yearLast(first, second, last, country);
  if (mark) return text.slice(0, 10);
  const [, year = '', month = '', day = ''] = /^(\d{4})[./-](\d)[./-](\d{0,2})/.exec(text) ?? [];
  // A single digit before a separator is a whole month, unless a digit was just deleted.
  const whole = year !== '' && before.length - typed.length !== 1;
  const digits = whole ? `${year}0${month}${day === '' ? '' : day.padStart(2, '0')}` : text;
  return digitsAlone(digits.replace(/\D/g, '').slice(0, 8), country);
}

/**
 * Digits without marks, as a number pad gives them. They begin with the year; where their first four can be none, or all
 * eight are a date only in the other order, they end with it.
 */
function digitsAlone(digits: string, country: string): string {
  const asTyped = hyphenateDate(digits);
  const year = Number(digits.slice(0, 4));
  const [first, second, last] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  if (digits.length === 8) {
    const turned = yearLast(first, second, last, country);
    const isTurned = !isPlausible(asTyped) && isPlausible(turned);
    return isTurned ? turned : asTyped;
  }
  const isYear = year >= EARLIEST_YEAR && year <= LATEST_YEAR;
  return digits.length > 4 && !isYear ? `${first}/${second}/${last}` : asTyped;
}

const isPlausible = (date: string): boolean =>
  isRealDate(date) && Number(date.slice(0, 4)) >= EARLIEST_YEAR;

/** A date that was left without a leading zero, completed: '1990-02-3'. */
export const wholeBirthDate = (text: string): string =>
  text.replace(/^(\d{4})-(\d{1,2})-(\d{1,2})$/, (_, year, month, day) => isoDate(year, month, day));

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** What stands below the field of a date of birth: how to write one, or the one that was understood, in words. */
export const birthDateHelp = (value: string): string =>
  isPlausible(value)
    ? inWords.format(new Date(`${value}T00:00:00Z`))
    : 'YYYY-MM-DD or DD/MM/YYYY. You must be 18 or older.';

/** AUTH-09: digits as typed, with the hyphens of YYYY-MM-DD inserted, at most ten characters. */
export function hyphenateDate(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 8);
  const parts = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)];
  return parts.filter(Boolean).join('-');
}

export const REGION_CLOSED =
  'Registration unavailable. Unfortunately, we do not currently support user registration from your country. Stay tuned — we are constantly expanding the availability of our services.';

export const FIX_ERRORS = 'Please fix all validation errors before proceeding';
