import { verifyOtpAndUpdatePassword as endpoint } from '#core/contract/registration.ts';
import { attemptOf, type Handler } from '#server/api/handler.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { resetPassword } from '#server/services/account/reset-password.ts';

export const verifyOtpAndUpdatePassword: Handler<typeof endpoint> = async (call, request) =>
  (await limitAddress(call.deps, call.ip)) ??
  resetPassword(call.deps, request, {
    device: call.device,
    ip: call.ip,
    attempt: attemptOf(call, endpoint, { email: request.email }),
  });
