import { brand } from '#core/brand.ts';
import { waitText } from '#core/time/wait-text.ts';
import { INSUFFICIENT } from '#core/words/amounts.ts';
import { INVALID_VERIFICATION_CODE } from '#core/words/codes.ts';
import { NO_ROUTE } from '#core/words/way-out.ts';
import { type Refused, refuse } from './refused.ts';

/** Refusals that several operations share, so that an answer does not reveal which check failed. */

/** The same for bad base64, padding, JSON, schema, size, or a missing nonce. */
export const malformed = (): Refused => refuse('MALFORMED', 'The request could not be read.');

/** A repeated envelope: the answer to the first copy has the result. */
export const repeated = (): Refused =>
  refuse('REPEATED', 'This request was received twice. Only the first one counts.');

/** Also for data of other customers. */
export const notFound = (): Refused => refuse('NOT_FOUND', 'Not found.');

export const forbidden = (): Refused => refuse('FORBIDDEN', 'This is not allowed.');

export const secondFactorMissing = (): Refused =>
  refuse(
    'SECOND_FACTOR_MISSING',
    'Administrators need two-factor authentication or a passkey. Set one up under Profile, Security.',
  );

/** Only the operator lets somebody set up their first factor (HARD-65). */
export const enrolmentMissing = (): Refused =>
  refuse(
    'SECOND_FACTOR_MISSING',
    'Ask the operator of the server for a code, and sign in with it: then you can set up two-factor authentication or a passkey.',
  );

export const cookiesBlocked = (): Refused =>
  refuse('FORBIDDEN', 'Your browser blocks cookies. Allow them for this site and try again.');

/** The session is over and cannot be renewed. */
export const sessionOver = (): Refused =>
  refuse('UNAUTHENTICATED', 'Your session has ended. Please log in again.', { security: false });

export const tokenExpired = (): Refused => refuse('TOKEN_EXPIRED', 'The access token has expired.');

/** The text of a call that failed through a fault of ours. */
export const UNAVAILABLE_TEXT = 'This service is not available right now. Please try again later.';

export const unavailable = (): Refused => refuse('UNAVAILABLE', UNAVAILABLE_TEXT);

/** Overload: nothing was done (OPS-10). */
export const busy = (seconds: number): Refused =>
  refuse('UNAVAILABLE', `${brand.name} is very busy. Try again in ${waitText(seconds)}.`, {
    retryAfter: seconds,
  });

/** The route was closed meanwhile, or was never open to this customer. */
export const routeUnavailable = (): Refused => refuse('ROUTE_UNAVAILABLE', NO_ROUTE);

export const invalidCode = (): Refused => refuse('INVALID_CODE', INVALID_VERIFICATION_CODE);

/** A wrong password beside a change; the sign-in has its own refusal. */
export const wrongPassword = (): Refused =>
  refuse('INVALID_CREDENTIALS', 'Current password is incorrect');

export const insufficientBalance = (): Refused => refuse('INSUFFICIENT_BALANCE', INSUFFICIENT);

export const tooMany = (seconds: number, extra: { readonly codeCounts?: boolean } = {}): Refused =>
  refuse('TOO_MANY', `Too many attempts. Try again in ${waitText(seconds)}.`, {
    retryAfter: seconds,
    ...extra,
  });
