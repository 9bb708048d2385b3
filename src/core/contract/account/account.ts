import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import {
  currencyId,
  decimal,
  done,
  email,
  empty,
  instant,
  password,
  success,
  text,
} from '#core/contract/schemas.ts';
import { notesKey } from '#core/contract/wallet/notes.ts';
import { waysBeside } from './ways-in.ts';

export const updateProfile = endpoint({
  path: '/users/update-profile',
  access: 'session',
  effect: 'write',
  repeatable: true,
  request: v.object({ address: text(200), city: text(100), state: text(100), postal: text(20) }),
  answer: done,
});

export const changePassword = endpoint({
  path: '/users/change-password',
  access: 'session',
  beforeSecondFactor: true,
  effect: 'write',
  hourly: 10,
  request: v.object({
    oldPassword: password,
    newPassword: password,
    /** The key of the customer's notes under the new password, where there is one (EASE-16). */
    notes_key: v.optional(notesKey),
  }),
  /** `ways`: what signs in beside the new password. Older servers do not send it. */
  answer: v.object({ ...success, ways: v.optional(waysBeside) }),
});

const remainder = v.object({ currency_id: currencyId, amount: decimal });

/**
 * Assets of an account whose amounts are too small to be withdrawn; a customer who closes the account may
 * give them up (SEC-05). Empty if the account holds nothing, or if something can be withdrawn or is under
 * way.
 */
export const getRemainder = endpoint({
  path: '/users/get-remainder',
  access: 'session',
  effect: 'read',
  request: empty,
  answer: v.object({
    ...success,
    data: v.array(
      v.object({
        ...remainder.entries,
        /** Its value in USD; absent while no price is known. */
        usd: v.optional(decimal),
      }),
    ),
    /** Payouts that their banks may still return, and until when (HARD-51). Older servers do not send them. */
    returns: v.optional(v.array(v.object({ ...remainder.entries, until: instant }))),
  }),
});

export const deleteAccount = endpoint({
  path: '/users/delete-account',
  access: 'session',
  effect: 'write',
  request: v.object({
    /**
     * The remainder that the customer was shown and agreed to give up. If it differs from what the account
     * holds, nothing is taken.
     */
    give_up: v.optional(v.pipe(v.array(remainder), v.maxLength(20)), []),
    /** The request is refused without it (HARD-21). */
    password: v.optional(password),
    /** An authenticator's code or a recovery code, where 2FA is on. */
    otp: v.optional(text(16), ''),
  }),
  answer: done,
});

const cell = v.nullable(v.union([v.string(), v.number(), v.boolean()]));

/** Everything stored about the customer, table by table, and what is left out with its reason (KEEP-04). */
export const downloadOwnData = endpoint({
  path: '/users/download-own-data',
  access: 'user',
  effect: 'write',
  givesWay: 'exports',
  request: v.object({
    /** The request is refused without it (HARD-21). */
    password: v.optional(password),
    /** An authenticator's code or a recovery code, where 2FA is on. */
    otp: v.optional(text(16), ''),
  }),
  answer: v.object({
    ...success,
    data: v.object({
      as_of: instant,
      tables: v.array(
        v.object({
          name: v.string(),
          about: v.string(),
          columns: v.array(v.string()),
          rows: v.array(v.array(cell)),
        }),
      ),
      left_out: v.array(v.object({ what: v.string(), why: v.string() })),
    }),
  }),
});

export const generateTwoFactorSecret = endpoint({
  path: '/users/generate-2fa-secret',
  access: 'session',
  beforeSecondFactor: true,
  effect: 'write',
  /** The code is required if 2FA is on already: 2FA then moves to another authenticator app (HARD-47). */
  request: v.object({ otp: v.optional(text(16)) }),
  answer: v.object({ ...success, data: v.object({ base32: v.string(), qrCodeUrl: v.string() }) }),
});

export const enableTwoFactor = endpoint({
  path: '/users/enable-2fa',
  access: 'session',
  beforeSecondFactor: true,
  effect: 'write',
  request: v.object({
    security_key: text(128),
    otp: text(16),
    /** The request is refused without it (HARD-21). */
    password: v.optional(password),
  }),
  answer: v.object({
    ...success,
    /** The codes are sent only in this answer (BEY-10). */
    data: v.object({ recoveryCodes: v.array(v.string()) }),
  }),
});

export const verifyTwoFactor = endpoint({
  path: '/users/verify-2fa',
  access: 'session',
  effect: 'write',
  request: v.object({ otp: text(16) }),
  answer: v.object({ ...success, data: v.object({ valid: v.boolean() }) }),
});

/** The first of two steps: mails a code to the new address (BEY-14). */
export const requestEmailChange = endpoint({
  path: '/users/request-email-change',
  access: 'session',
  device: true,
  effect: 'write',
  hourly: 10,
  request: v.object({
    email,
    password,
    /** An authenticator's code or a recovery code, where 2FA is on. */
    otp: v.optional(text(16), ''),
  }),
  answer: done,
});

/** The second step: with the code mailed to the new address, it becomes the account's. */
export const confirmEmailChange = endpoint({
  path: '/users/confirm-email-change',
  access: 'session',
  device: true,
  effect: 'write',
  request: v.object({ email, code: text(16) }),
  answer: done,
});
