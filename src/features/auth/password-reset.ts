import { otpTypes, sendEmailOtp, verifyOtpAndUpdatePassword } from '#core/contract/registration.ts';
import { call } from '#transport/call.ts';
import { withDoubt } from '#transport/failure-text.ts';
import { type Step, stepOf } from './registration.ts';

/** Has a code sent with which a forgotten password can be replaced. */
export async function sendResetCode(email: string, fallback: string): Promise<Step> {
  const outcome = await call(sendEmailOtp, { email, type: otpTypes.resetPassword });
  return outcome.ok ? { kind: 'done' } : stepOf(outcome.failure, fallback);
}

export async function resetPassword(email: string, otp: string, password: string): Promise<Step> {
  const outcome = await call(verifyOtpAndUpdatePassword, { email, otp, password });
  if (outcome.ok) return { kind: 'done' };
  const step = stepOf(outcome.failure, 'Invalid code');
  const doubt = 'Your password may have been changed all the same: then the new one signs you in.';
  return { ...step, message: withDoubt(outcome.failure, step.message, doubt) };
}
