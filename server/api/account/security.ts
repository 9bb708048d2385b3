import { ANTI_PHISHING_SAVED, TWO_FACTOR_TURNED_OFF } from '#core/words/security.ts';
import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { countingSecondFactor } from '#server/services/access/credentials/second-factor-limit.ts';
import { endOtherSessions, endSession } from '#server/services/access/sessions/sessions.ts';
import { setAntiPhishingCode } from '#server/services/customers/account/anti-phishing.ts';
import { freezeFromApp } from '#server/services/customers/account/report-not-me.ts';
import { readSecurity } from '#server/services/customers/account/security-view.ts';
import { slowWaysOut } from '#server/services/customers/account/slow-ways-out.ts';
import {
  renewRecoveryCodes,
  turnOff,
} from '#server/services/customers/account/two-factor-switch.ts';
import { noteAsked } from '#server/services/messages/notices/second-factor-asks.ts';
import { setAddressBookOnly } from '#server/services/money-out/withdrawals/address-book-only.ts';
import { readContact } from '#server/services/staff/desk/conversations.ts';

export const securityHandlers = {
  disableTwoFactor: async (call, { otp }) => {
    const owner = signedIn(call);
    const refused = await countingSecondFactor(call.deps, owner.userId, otp, () =>
      turnOff(call.deps, owner, otp),
    );
    return refused ?? { status: 'success', message: TWO_FACTOR_TURNED_OFF };
  },

  endOtherSessions: async (call) => {
    return (await endOtherSessions(call.deps, signedIn(call))) ?? { status: 'success' };
  },

  /** Signs out one device; a session of another customer counts as not found. */
  endDeviceSession: async (call, { sessionId }) =>
    (await endSession(call.deps, signedIn(call), sessionId)) ?? { status: 'success' },

  freezeAccount: async (call, { password }) => {
    const frozen = await freezeFromApp(call.deps, signedIn(call), password);
    if (isRefused(frozen)) return frozen;
    const { stopped, gone, factor, ways, staff } = frozen.facts;
    const done = { stopped: [...stopped], gone: [...gone], factor, ...(!staff && { ways }) };
    return { status: 'success', data: done };
  },

  noteSecondFactorAsked: async (call) => {
    return (await noteAsked(call.deps, signedIn(call))) ?? { status: 'success' };
  },

  getSecurity: async (call) => {
    const data = await readSecurity(call.deps, signedIn(call), call.device);
    return data ? { status: 'success', data } : notFound();
  },

  renewRecoveryCodes: async (call, { otp }) => {
    const { deps } = call;
    const owner = signedIn(call);
    const recoveryCodes = await countingSecondFactor(deps, owner.userId, otp, () =>
      renewRecoveryCodes(deps, owner, otp),
    );
    return isRefused(recoveryCodes)
      ? recoveryCodes
      : { status: 'success', data: { recoveryCodes } };
  },

  setAddressBookOnly: async (call, request) => {
    const { deps } = call;
    const owner = signedIn(call);
    return (await setAddressBookOnly(deps, owner, request)) ?? { status: 'success' };
  },

  getContact: async (call) => {
    const { userId, asOf } = signedIn(call);
    const data = await readContact(call.deps, userId);
    return data ? { status: 'success', data, as_of: asOf.toISOString() } : notFound();
  },

  slowWaysOut: async (call) => {
    const { deps } = call;
    const owner = signedIn(call);
    const hold = await slowWaysOut(deps, owner);
    return isRefused(hold) ? hold : { status: 'success', data: hold };
  },

  setAntiPhishingCode: async (call, { code }) => {
    const { deps } = call;
    const owner = signedIn(call);
    const refused = await setAntiPhishingCode(deps, owner, code);
    return refused ?? { status: 'success', message: ANTI_PHISHING_SAVED };
  },
} satisfies Partial<Handlers>;
