import {
  createUser,
  sendEmailOtp,
  verifyOtpAndUpdatePassword,
} from '#core/contract/account/registration.ts';
import { browserOperation, type Handlers } from '#server/api/handling/handler.ts';
import { placeOfCaller } from '#server/api/market/visitor.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { refuseCommon } from '#server/services/access/credentials/common-passwords.ts';
import { register } from '#server/services/customers/account/register.ts';
import { resetPassword } from '#server/services/customers/account/reset-password.ts';
import { sendCode } from '#server/services/customers/account/send-code.ts';

export const registrationHandlers = {
  // Limited like what follows it, because judging a hostile password takes long.
  checkPasswordChoice: async ({ deps, ip }, { password, about }) =>
    (await limitAddress(deps, ip)) ??
    refuseCommon(password, about, 'password') ?? { status: 'success' },

  createUser: async (call, request) =>
    (await limitAddress(call.deps, call.ip)) ??
    register(call.deps, request, {
      device: call.device,
      ip: call.ip,
      place: await placeOfCaller(call),
      operation: browserOperation(call, createUser, { email: request.email }),
    }),

  sendEmailOtp: async (call, request) => {
    const { deps, ip, device } = call;
    const { email, type: purpose } = request;
    return (
      (await limitAddress(deps, ip)) ??
      sendCode(
        deps,
        { email, purpose, device },
        { ip, operation: browserOperation(call, sendEmailOtp, request) },
      )
    );
  },

  verifyOtpAndUpdatePassword: async (call, request) =>
    (await limitAddress(call.deps, call.ip)) ??
    resetPassword(call.deps, request, {
      device: call.device,
      ip: call.ip,
      operation: browserOperation(call, verifyOtpAndUpdatePassword, { email: request.email }),
    }),
} satisfies Partial<Handlers>;
