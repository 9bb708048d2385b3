import { otpTypes, sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/registration.ts';
import { call } from '#transport/call.ts';
import { type Step, stepOf } from './registration.ts';

/** Has a code sent with which a forgotten password can be replaced. */
export async function sendResetCode(email: string, fallback: string): Promise<Step> {
  const outcome = await call(sendEmailOtp, { email, type: otpTypes.resetPassword });
  return outcome.ok ? { kind: 'done' } : stepOf(outcome.failure, fallback);
}

export async function resetPassword(email: string, otp: string, password: string): Promise<Step> {
  const outcome = await call(verifyOtpAndUpdatePassword, { email, otp, password });
  return outcome.ok ? { kind: 'done' } : stepOf(outcome.failure, 'Invalid code');
}
