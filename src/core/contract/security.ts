import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { passkey } from './passkeys.ts';
import { done, empty, id, instant, password, success, text } from './schemas.ts';

/**
 * Why withdrawals are held (BEY-14); `reported`: the customer said “this wasn't me” (BEY-13);
 * `recovery`: a second factor was removed for somebody who could not show it (HARD-22); `asked`: the
 * customer slowed every way out (KEEP-17).
 */
export const holdReasons = [
  'password-reset',
  'two-factor',
  'email',
  'recovery',
  'reported',
  'asked',
] as const;
export type HoldReason = (typeof holdReasons)[number];

/** Withdrawals are held. `until` is null while only a password reset can end it. */
export const withdrawalHold = v.object({
  until: v.nullable(instant),
  reason: v.picklist(holdReasons),
});
export type WithdrawalHold = v.InferOutput<typeof withdrawalHold>;

/** A device that is signed in. */
export const deviceSession = v.object({
  id: v.string(),
  /** What the device said it is when it signed in. */
  device: v.string(),
  /** The country it signed in from; empty where that is not known. */
  place: v.string(),
  signedInAt: instant,
  lastSeenAt: instant,
  current: v.boolean(),
});
export type DeviceSession = v.InferOutput<typeof deviceSession>;

/** All that the security section shows. */
export const getSecurity = endpoint({
  path: '/users/get-security',
  access: 'session',
  device: true,
  beforeSecondFactor: true,
  effect: 'read',
  request: empty,
  answer: v.object({
    ...success,
    data: v.object({
      /** Absent while processes of the version before it answer. */
      email: v.optional(v.string()),
      /** The address that this browser asked to change to, while the code mailed there counts. */
      emailChange: v.optional(v.nullable(v.object({ email: v.string(), until: instant }))),
      twoFactor: v.boolean(),
      /** Since when codes of this authenticator app count. Absent in versions before it. */
      twoFactorSince: v.optional(v.nullable(instant)),
      recoveryCodesLeft: v.number(),
      /** When one was used last; null: none since they were made. Absent in versions before it. */
      recoveryCodeUsedAt: v.optional(v.nullable(instant)),
      /** In the order they were added. Absent in versions before it. */
      passkeys: v.optional(v.array(passkey)),
      /** Null: none is set. Quoted in mails while 2FA is on (D21). */
      antiPhishingCode: v.nullable(v.string()),
      sessions: v.array(deviceSession),
      withdrawalHold: v.nullable(withdrawalHold),
      /** Withdrawals go to saved recipients alone; `until`: its owner left it, and it ends then. Null: they go anywhere. */
      addressBookOnly: v.optional(v.nullable(v.object({ until: v.nullable(instant) }))),
      /** Turning 2FA on now holds withdrawals for a day (D58). */
      turningOnHolds: v.optional(v.boolean()),
    }),
  }),
});

/** The customer was asked to turn the second factor on, before a first withdrawal (KEEP-11). */
export const noteSecondFactorAsked = endpoint({
  path: '/users/note-second-factor-asked',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: empty,
  answer: done,
});

/** Turns 2FA off with an authenticator's code or a recovery code. */
export const disableTwoFactor = endpoint({
  path: '/users/disable-2fa',
  access: 'session',
  effect: 'write',
  request: v.object({ otp: text(16) }),
  answer: done,
});

/** New recovery codes, for a code; the old ones are void. */
export const renewRecoveryCodes = endpoint({
  path: '/users/renew-recovery-codes',
  access: 'session',
  effect: 'write',
  request: v.object({ otp: text(16) }),
  answer: v.object({ ...success, data: v.object({ recoveryCodes: v.array(v.string()) }) }),
});

export const setAntiPhishingCode = endpoint({
  path: '/users/set-anti-phishing-code',
  access: 'session',
  effect: 'write',
  request: v.object({ code: text(200) }),
  answer: done,
});

/**
 * Turns “address book only” on, or leaves it, which takes a day and, as for all that weakens an account,
 * the password and the second factor. Turning it on again takes back that it was left.
 */
export const setAddressBookOnly = endpoint({
  path: '/users/set-address-book-only',
  access: 'user',
  effect: 'write',
  request: v.object({
    on: v.boolean(),
    password: v.optional(password),
    otp: v.optional(text(16), ''),
  }),
  answer: done,
});

/**
 * Holds withdrawals and cash out for 24 hours from now (KEEP-17). It needs no proof and nothing takes it back:
 * whoever talks a customer into moving their money could talk them into that, too.
 */
export const slowWaysOut = endpoint({
  path: '/users/slow-ways-out',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: empty,
  answer: v.object({ ...success, data: withdrawalHold }),
});

/** How our staff speaks with a customer. */
export const channels = ['phone', 'email', 'video'] as const;
export type Channel = (typeof channels)[number];

/**
 * Whether staff is speaking with the customer now, as officers say at the desk, and whether their ways out are
 * held (KEEP-17). Only an answer can say that nobody is: it is never kept on a device.
 */
export const getContact = endpoint({
  path: '/users/get-contact',
  access: 'user',
  effect: 'read',
  request: empty,
  answer: v.object({
    ...success,
    data: v.object({
      /** Each is over at `until` at the latest. */
      speaking: v.array(
        v.object({ channel: v.picklist(channels), since: instant, until: instant }),
      ),
      withdrawalHold: v.nullable(withdrawalHold),
    }),
    as_of: instant,
  }),
});

const withdrawalNamed = v.object({ amount: v.string(), currency: v.string(), address: v.string() });

/**
 * Freezes the account (HARD-46): every session ends, this one too, and nobody signs in until the password
 * was reset by mail. Without a password where the device's own lock was opened instead.
 */
export const freezeAccount = endpoint({
  path: '/users/freeze-account',
  access: 'session',
  effect: 'write',
  request: v.object({ password: v.optional(password) }),
  answer: v.object({
    ...success,
    data: v.object({
      /** Withdrawals that are not sent any more. */
      stopped: v.array(withdrawalNamed),
      /** Withdrawals that were on their way already. */
      gone: v.array(withdrawalNamed),
      /** The second factor: none, removed because it was new, or there before and kept. */
      factor: v.picklist(['none', 'removed', 'kept']),
    }),
  }),
});
export type FreezeAnswer = v.InferOutput<typeof freezeAccount.answer>['data'];

/** Signs another device out. */
export const endDeviceSession = endpoint({
  path: '/users/end-session',
  access: 'session',
  beforeSecondFactor: true,
  effect: 'write',
  request: v.object({ sessionId: id }),
  answer: done,
});

export const endOtherSessions = endpoint({
  path: '/users/end-other-sessions',
  access: 'session',
  beforeSecondFactor: true,
  effect: 'write',
  repeatable: true,
  request: empty,
  answer: done,
});
