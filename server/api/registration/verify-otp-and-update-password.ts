import type { verifyOtpAndUpdatePassword as endpoint } from '#core/contract/registration.ts';
import type { Handler } from '#server/api/handler.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { resetPassword } from '#server/services/account/reset-password.ts';

export const verifyOtpAndUpdatePassword: Handler<typeof endpoint> = async ({ deps, ip }, request) =>
  (await limitAddress(deps, ip)) ??
  (await resetPassword(deps, request)) ?? { status: 'success', message: 'Password Changed' };
