import {
  createUser,
  sendEmailOtp,
  verifyOtpAndUpdatePassword,
} from '#core/contract/registration.ts';
import { placeOfCaller } from '#server/api/visitor.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { register } from '#server/services/account/register.ts';
import { resetPassword } from '#server/services/account/reset-password.ts';
import { sendCode } from '#server/services/account/send-code.ts';
import { refuseCommon } from '#server/services/credentials/common-passwords.ts';
import { browserOperation, type Handlers } from './handler.ts';

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
