import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { done, email, line, password, success, text } from '#core/contract/schemas.ts';
import { waysLeft } from './ways-in.ts';

/** What an e-mailed code is for. 1 is the default of the specification: proving an address. */
export const otpTypes = { proveEmail: 1, resetPassword: 2 } as const;

export const sendEmailOtp = endpoint({
  path: '/users/send-email-otp',
  access: 'anonymous',
  device: true,
  effect: 'write',
  request: v.object({ email, type: v.optional(v.picklist([1, 2]), 1) }),
  answer: done,
});

/**
 * Whether a password would be refused because it is too easy to guess: asked where it is typed, before a code is
 * mailed. `about`: what the customer typed of themselves. The write that stores the password judges again.
 */
export const checkPasswordChoice = endpoint({
  path: '/users/check-password',
  access: 'anonymous',
  effect: 'read',
  // The write that stores the password judges it again.
  givesWay: 'histories',
  request: v.object({
    password,
    about: v.optional(v.pipe(v.array(text(254)), v.maxLength(3)), []),
  }),
  answer: done,
});

export const createUser = endpoint({
  path: '/users/create-user',
  access: 'anonymous',
  device: true,
  effect: 'write',
  request: v.object({
    email,
    password,
    otp: text(16),
    device_info: text(200),
    country_code: text(2),
    currency_code: text(3),
    is_eu: v.boolean(),
    ip: text(64),
    first_name: line(200),
    last_name: line(200),
    dob: text(10),
  }),
  answer: done,
});

export const verifyOtpAndUpdatePassword = endpoint({
  path: '/users/verify-otp-and-update-password',
  access: 'anonymous',
  device: true,
  effect: 'write',
  request: v.object({ email, otp: text(16), password }),
  /** `ways`: the ways in that are left. Older servers do not send it. */
  answer: v.object({ ...success, ways: v.optional(waysLeft) }),
});
