import type { sendEmailOtp as endpoint } from '#core/contract/registration.ts';
import type { Handler } from '#server/api/handler.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { sendCode } from '#server/services/account/send-code.ts';

export const sendEmailOtp: Handler<typeof endpoint> = async ({ deps, ip }, { email, type }) =>
  (await limitAddress(deps, ip)) ??
  (await sendCode(deps, { email, purpose: type })) ?? {
    status: 'success',
    message: 'OTP sent to your email',
  };
