import { brand } from '#core/brand.ts';
import { waitText } from '#core/domain/wait-text.ts';
import { type Refused, refuse } from './refused.ts';

/** Refusals that several operations share, so that they are told apart by nothing. */

/** One shape for bad base64, padding, JSON, schema, missing nonce and size. */
export const malformed = (): Refused => refuse('MALFORMED', 'The request could not be read.');

/** Its envelope was received before: what came of that is the answer to the first copy. */
export const repeated = (): Refused =>
  refuse('REPEATED', 'This request was received twice. Only the first one counts.');

/** Also for what belongs to somebody else. */
export const notFound = (): Refused => refuse('NOT_FOUND', 'Not found.');

export const forbidden = (): Refused => refuse('FORBIDDEN', 'This is not allowed.');

export const secondFactorMissing = (): Refused =>
  refuse(
    'SECOND_FACTOR_MISSING',
    'Administrators need two-factor authentication or a passkey. Set one up under Profile, Security.',
  );

export const cookiesBlocked = (): Refused =>
  refuse('FORBIDDEN', 'Your browser blocks cookies. Allow them for this site and try again.');

/** The session is over and no refresh will bring it back. */
export const sessionOver = (): Refused =>
  refuse('UNAUTHENTICATED', 'Your session has ended. Please log in again.', { security: false });

export const tokenExpired = (): Refused => refuse('TOKEN_EXPIRED', 'The access token has expired.');

/** What a call says that failed by a fault of ours. */
export const UNAVAILABLE_TEXT = 'This service is not available right now. Please try again later.';

export const unavailable = (): Refused => refuse('UNAVAILABLE', UNAVAILABLE_TEXT);

/** More is asked for than can be served: nothing was done (OPS-10). */
export const busy = (seconds: number): Refused =>
  refuse('UNAVAILABLE', `${brand.name} is very busy. Try again in ${waitText(seconds)}.`, {
    retryAfter: seconds,
  });

/** Closed meanwhile, or never one for this customer. */
export const routeUnavailable = (): Refused =>
  refuse('ROUTE_UNAVAILABLE', 'Payment route not found for selected network');

export const invalidCode = (): Refused => refuse('INVALID_CODE', 'Invalid verification code');

/** What is typed beside something to change: the sign-in has an answer of its own. */
export const wrongPassword = (): Refused =>
  refuse('INVALID_CREDENTIALS', 'Current password is incorrect');

/** A code typed beside a password, or none where one is needed. */
export const wrongSecondFactor = (otp: string): Refused =>
  otp === '' ? refuse('SECOND_FACTOR_REQUIRED', 'Please enter verification code') : invalidCode();

export const insufficientBalance = (): Refused =>
  refuse('INSUFFICIENT_BALANCE', 'Insufficient balance');

export const tooMany = (seconds: number, extra: { readonly codeCounts?: boolean } = {}): Refused =>
  refuse('TOO_MANY', `Too many attempts. Try again in ${waitText(seconds)}.`, {
    retryAfter: seconds,
    ...extra,
  });
