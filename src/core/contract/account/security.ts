import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { done, empty, id, instant, password, success, text } from '#core/contract/schemas.ts';
import { channels } from '#core/people/channels.ts';
import { passkey } from './passkeys.ts';
import { waysLeft } from './ways-in.ts';

/**
 * Why withdrawals are held (BEY-14); `reported`: the customer said “this wasn't me” (BEY-13);
 * `recovery`: a second factor was removed for somebody who could not show it (HARD-22); `asked`: the
 * customer slowed every way out (KEEP-17); `identity`: an identity check stood for another factor (READ-14).
 */
export const holdReasons = [
  'password-reset',
  'two-factor',
  'email',
  'recovery',
  'reported',
  'asked',
  'identity',
] as const;
export type HoldReason = (typeof holdReasons)[number];

/** A hold on withdrawals. `until` is null if only a password reset can end it. */
export const withdrawalHold = v.object({
  until: v.nullable(instant),
  reason: v.picklist(holdReasons),
});
export type WithdrawalHold = v.InferOutput<typeof withdrawalHold>;

/** A device that is signed in. */
export const deviceSession = v.object({
  id: v.string(),
  /** The name of the device when it signed in. */
  device: v.string(),
  /** The country of the sign-in; empty if unknown. */
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
      /** Older servers do not send it. */
      email: v.optional(v.string()),
      /** The new address that this browser asked for, as long as the code mailed to it is valid. */
      emailChange: v.optional(v.nullable(v.object({ email: v.string(), until: instant }))),
      twoFactor: v.boolean(),
      /** When the authenticator app was set up. Older servers do not send it. */
      twoFactorSince: v.optional(v.nullable(instant)),
      recoveryCodesLeft: v.number(),
      /**
       * When a recovery code was last used; null if never since they were made. Older servers do not send it.
       */
      recoveryCodeUsedAt: v.optional(v.nullable(instant)),
      /** Oldest first. Older servers do not send them. */
      passkeys: v.optional(v.array(passkey)),
      /** Null if none is set. It is quoted in mails while 2FA is on (D21). */
      antiPhishingCode: v.nullable(v.string()),
      sessions: v.array(deviceSession),
      withdrawalHold: v.nullable(withdrawalHold),
      /**
       * “Address book only”: withdrawals go only to saved recipients. `until`: when it ends, once the
       * customer has turned it off. Null if it is off.
       */
      addressBookOnly: v.optional(v.nullable(v.object({ until: v.nullable(instant) }))),
      /** Whether turning 2FA on now holds withdrawals for a day (D58). */
      turningOnHolds: v.optional(v.boolean()),
      /** Nothing but the mailbox, by which the password was reset, speaks for this session (READ-14). */
      mailboxAlone: v.optional(v.boolean()),
      /**
       * While that is so: whether signing in on this browser with the password counts as signing in on a device from
       * before the reset. Older servers do not send it.
       */
      deviceCounts: v.optional(v.boolean()),
    }),
  }),
});

/** Records that the page suggested 2FA before a first withdrawal (KEEP-11). */
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

/** Replaces the recovery codes; needs a code, and the old ones are void. */
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
  hourly: 20,
  request: v.object({ code: text(200) }),
  answer: done,
});

/**
 * Turns “address book only” on or off. Turning it off weakens the account: it takes effect after a day, and
 * needs the password and the second factor. Turning it on again cancels that.
 */
export const setAddressBookOnly = endpoint({
  path: '/users/set-address-book-only',
  access: 'user',
  effect: 'write',
  hourly: 20,
  request: v.object({
    on: v.boolean(),
    password: v.optional(password),
    otp: v.optional(text(16), ''),
  }),
  answer: done,
});

/**
 * Holds withdrawals and cash out for 24 hours (KEEP-17). It needs no proof and cannot be undone: a caller who
 * talks a customer into sending money could talk them into undoing it, too.
 */
export const slowWaysOut = endpoint({
  path: '/users/slow-ways-out',
  access: 'user',
  effect: 'write',
  hourly: 20,
  repeatable: true,
  request: empty,
  answer: v.object({ ...success, data: withdrawalHold }),
});

/**
 * Whether staff is speaking with the customer now, as officers record it at the desk, and whether withdrawals
 * are held (KEEP-17). Never kept on a device: “nobody is speaking with you” must be current.
 */
export const getContact = endpoint({
  path: '/users/get-contact',
  access: 'user',
  effect: 'read',
  request: empty,
  answer: v.object({
    ...success,
    data: v.object({
      /** Each conversation ends at `until` at the latest. */
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
      /** Withdrawals that were stopped. */
      stopped: v.array(withdrawalNamed),
      /** Withdrawals that had been sent already. */
      gone: v.array(withdrawalNamed),
      /**
       * What happened to the second factor: there was none, it was removed because it was new, or it was kept
       * because it was older.
       */
      factor: v.picklist(['none', 'removed', 'kept']),
      /** The ways in that are left. Older servers do not send them. */
      ways: v.optional(waysLeft),
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
