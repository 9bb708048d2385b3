import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { done, email, password, text } from './schemas.ts';

/** The first of two steps: mails a code to the address that the account is to have (BEY-14). */
export const requestEmailChange = endpoint({
  path: '/users/request-email-change',
  access: 'session',
  device: true,
  effect: 'write',
  request: v.object({
    email,
    password,
    /** An authenticator's code or a recovery code, where 2FA is on. */
    otp: v.optional(text(16), ''),
  }),
  answer: done,
});

/** The second: with the code that was mailed there, the account has the address. */
export const confirmEmailChange = endpoint({
  path: '/users/confirm-email-change',
  access: 'session',
  device: true,
  effect: 'write',
  request: v.object({ email, code: text(16) }),
  answer: done,
});
