import { presentOf } from '#server/platform/instant.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { setAntiPhishingCode } from '#server/services/account/anti-phishing.ts';
import { pendingEmailChange } from '#server/services/account/change-email.ts';
import { freezeFromApp } from '#server/services/account/report-not-me.ts';
import { slowWaysOut } from '#server/services/account/slow-ways-out.ts';
import { renewRecoveryCodes, turnOff } from '#server/services/account/two-factor-switch.ts';
import { listPasskeys } from '#server/services/credentials/passkeys.ts';
import {
  recoveryCodesLeft,
  recoveryCodeUsedAt,
} from '#server/services/credentials/second-factor.ts';
import { limitSecondFactor } from '#server/services/credentials/second-factor-limit.ts';
import { speakingNow } from '#server/services/desk/conversations.ts';
import { noteAsked } from '#server/services/notices/second-factor-asks.ts';
import { listSessions } from '#server/services/sessions/session-list.ts';
import { endOtherSessions, endSession } from '#server/services/sessions/sessions.ts';
import { findUser } from '#server/services/users/users.ts';
import { bookOnlyOf, setAddressBookOnly } from '#server/services/withdrawals/address-book-only.ts';
import { holdOf, isQuiet } from '#server/services/withdrawals/security-hold.ts';
import { type Handlers, signedIn } from './handler.ts';

export const securityHandlers = {
  disableTwoFactor: async (call, { otp }) => {
    const owner = signedIn(call);
    const refused =
      (await limitSecondFactor(call.deps, owner.userId)) ?? (await turnOff(call.deps, owner, otp));
    return (
      refused ?? { status: 'success', message: 'Two-Factor Authentication has been turned off' }
    );
  },

  endOtherSessions: async (call) => {
    const { userId, sessionId } = signedIn(call);
    await endOtherSessions(call.deps, userId, sessionId);
    return { status: 'success' };
  },

  /** Signs out one device; a session of another customer counts as not found. */
  endDeviceSession: async (call, { sessionId }) =>
    (await endSession(call.deps, signedIn(call).userId, sessionId))
      ? { status: 'success' }
      : notFound(),

  freezeAccount: async (call, { password }) => {
    const frozen = await freezeFromApp(call.deps, signedIn(call), password);
    if (isRefused(frozen)) return frozen;
    const { stopped, gone, factor } = frozen.facts;
    return { status: 'success', data: { stopped: [...stopped], gone: [...gone], factor } };
  },

  noteSecondFactorAsked: async (call) => {
    await noteAsked(call.deps, signedIn(call).userId);
    return { status: 'success' };
  },

  getSecurity: async (call) => {
    const { db, clock } = call.deps;
    const { userId, sessionId } = signedIn(call);
    const user = await findUser(db, userId);
    if (!user) return notFound();
    return {
      status: 'success',
      data: {
        email: user.email,
        emailChange: await pendingEmailChange(call.deps, userId, call.device),
        twoFactor: user.two_factor,
        twoFactorSince: user.two_factor_since?.toISOString() ?? null,
        recoveryCodesLeft: await recoveryCodesLeft(db, userId),
        recoveryCodeUsedAt: (await recoveryCodeUsedAt(db, userId))?.toISOString() ?? null,
        passkeys: await listPasskeys(db, userId),
        antiPhishingCode: user.anti_phishing_code,
        sessions: await listSessions(db, clock, { userId, sessionId }),
        withdrawalHold: holdOf(user, call.now),
        addressBookOnly: bookOnlyOf(user, call.now),
        turningOnHolds: !(await isQuiet(db, clock, user)),
      },
    };
  },

  renewRecoveryCodes: async (call, { otp }) => {
    const { deps } = call;
    const owner = signedIn(call);
    const limited = await limitSecondFactor(deps, owner.userId);
    if (limited) return limited;
    const recoveryCodes = await renewRecoveryCodes(deps, owner, otp);
    return isRefused(recoveryCodes)
      ? recoveryCodes
      : { status: 'success', data: { recoveryCodes } };
  },

  setAddressBookOnly: async (call, request) => {
    const { deps } = call;
    const owner = signedIn(call);
    const limited = await limit(deps, {
      key: `book-only:${owner.userId}`,
      attempts: 20,
      windowSeconds: 3600,
    });
    return limited ?? (await setAddressBookOnly(deps, owner, request)) ?? { status: 'success' };
  },

  getContact: async (call) => {
    const { deps, now } = call;
    const { userId } = signedIn(call);
    const asOf = await presentOf(deps);
    const user = await findUser(deps.db, userId);
    if (!user) return notFound();
    return {
      status: 'success',
      data: {
        speaking: await speakingNow(deps, userId),
        withdrawalHold: holdOf(user, now),
      },
      as_of: asOf.toISOString(),
    };
  },

  slowWaysOut: async (call) => {
    const { deps } = call;
    const owner = signedIn(call);
    const limited = await limit(deps, {
      key: `slow-ways-out:${owner.userId}`,
      attempts: 20,
      windowSeconds: 3600,
    });
    if (limited) return limited;
    const hold = await slowWaysOut(deps, owner);
    return isRefused(hold) ? hold : { status: 'success', data: hold };
  },

  setAntiPhishingCode: async (call, { code }) => {
    const { deps } = call;
    const owner = signedIn(call);
    const limited = await limit(deps, {
      key: `anti-phishing:${owner.userId}`,
      attempts: 20,
      windowSeconds: 3600,
    });
    if (limited) return limited;
    const refused = await setAntiPhishingCode(deps, owner, code);
    return refused ?? { status: 'success', message: 'Your anti-phishing code has been saved' };
  },
} satisfies Partial<Handlers>;
