import { confirmEmailChange, requestEmailChange } from '#core/contract/account/account.ts';
import { PROFILE_UPDATED } from '#core/words/account.ts';
import { ACCOUNT_DELETED, PASSWORD_CHANGED, TWO_FACTOR_ENABLED } from '#core/words/security.ts';
import { browserOperation, type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { forbidden } from '#server/refusal/refusals.ts';
import { isRefused, refuse } from '#server/refusal/refused.ts';
import { readTwoFactor } from '#server/services/access/credentials/second-factor.ts';
import { countingSecondFactor } from '#server/services/access/credentials/second-factor-limit.ts';
import {
  askForEmailChange,
  completeEmailChange,
} from '#server/services/customers/account/change-email.ts';
import { changePassword } from '#server/services/customers/account/change-password.ts';
import { deleteAccount } from '#server/services/customers/account/delete-account.ts';
import { readOwnData } from '#server/services/customers/account/own-data.ts';
import { saveProfile } from '#server/services/customers/account/save-profile.ts';
import { proposeSecret, turnOn } from '#server/services/customers/account/two-factor-switch.ts';
import { payoutsThatMayReturn } from '#server/services/money-in/closed-money/closed-money.ts';
import { listRemainder } from '#server/services/money-out/withdrawals/remainder.ts';
import { showSecondFactor } from '#server/services/money-out/withdrawals/second-factor-grant.ts';

export const accountHandlers = {
  changePassword: async (call, request) => {
    const { deps } = call;
    const session = signedIn(call);
    const ways = await changePassword(deps, session, request);
    if (isRefused(ways)) return ways;
    return { status: 'success', message: PASSWORD_CHANGED, ways };
  },

  confirmEmailChange: (call, request) =>
    completeEmailChange(
      call.deps,
      {
        ...signedIn(call),
        device: call.device,
        operation: browserOperation(call, confirmEmailChange, { email: request.email }),
      },
      request,
    ),

  deleteAccount: async (call, { give_up, password, otp }) => {
    const { deps } = call;
    const owner = signedIn(call);
    // A staff account is added and removed by the operator, not by its owner.
    if (owner.role !== 'user') return forbidden();
    const refused = await countingSecondFactor(deps, owner.userId, otp, () =>
      deleteAccount(deps, owner, { giveUp: give_up, password, otp }),
    );
    return refused ?? { status: 'success', message: ACCOUNT_DELETED };
  },

  downloadOwnData: async (call, { password, otp }) => {
    const { deps } = call;
    const owner = signedIn(call);
    return countingSecondFactor(deps, owner.userId, otp, () =>
      readOwnData(deps, owner, { password, otp }),
    );
  },

  enableTwoFactor: async (call, request) => {
    const { deps } = call;
    const owner = signedIn(call);
    // With a wrong password, the code is not tried.
    const codes = await countingSecondFactor(deps, owner.userId, request.otp, () =>
      turnOn(deps, owner, request),
    );
    if (isRefused(codes)) return codes;
    return {
      status: 'success',
      message: TWO_FACTOR_ENABLED,
      data: { recoveryCodes: codes },
    };
  },

  generateTwoFactorSecret: async (call, { otp }) => {
    const { deps } = call;
    const owner = signedIn(call);
    const data = await countingSecondFactor(deps, owner.userId, otp, () =>
      proposeSecret(deps, owner, otp),
    );
    return isRefused(data) ? data : { status: 'success', data };
  },

  getRemainder: async (call) => ({
    status: 'success',
    message: '',
    data: await listRemainder(call.deps, signedIn(call).userId),
    returns: (await payoutsThatMayReturn(call.deps.db, signedIn(call).userId)).map(
      ({ amount, currency, until }) => ({
        ...{ amount, currency_id: currency, until: until.toISOString() },
      }),
    ),
  }),

  requestEmailChange: async (call, request) => {
    const { deps } = call;
    const owner = signedIn(call);
    const { userId, role } = owner;
    // A staff account is added and removed by the operator, by its address.
    if (role !== 'user') return forbidden();
    const operation = browserOperation(call, requestEmailChange, { email: request.email });
    const asker = { ...owner, device: call.device, operation };
    return countingSecondFactor(deps, userId, request.otp, () =>
      askForEmailChange(deps, asker, request),
    );
  },

  updateProfile: async (call, profile) => {
    const refused = await saveProfile(call.deps, signedIn(call), profile);
    return refused ?? { status: 'success', message: PROFILE_UPDATED };
  },

  verifyTwoFactor: async (call, { otp }) => {
    const { deps } = call;
    const session = signedIn(call);
    // Without a second factor, which may have been turned off on another device, no code is right and none
    // counts as an attempt.
    if (!(await readTwoFactor(deps.db, session.userId))) {
      return refuse('INVALID_INPUT', 'Two-factor authentication is off. No code is needed.');
    }
    const valid = await showSecondFactor(deps, session, otp);
    return isRefused(valid) ? valid : { status: 'success', data: { valid } };
  },
} satisfies Partial<Handlers>;
