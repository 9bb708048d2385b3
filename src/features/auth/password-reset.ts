import { otpTypes, verifyOtpAndUpdatePassword } from '#core/contract/registration.ts';
import { attempt } from '#transport/attempt.ts';
import { forgetCode } from './mailed-code.ts';
import { type Step, stepOf } from './step.ts';

interface Waiting {
  readonly signal: AbortSignal;
  /** Called when the answer was lost and the app begins to ask the server for the outcome. */
  readonly onLost: () => void;
}

export async function resetPassword(
  email: string,
  otp: string,
  password: string,
  waiting: Waiting,
): Promise<Step> {
  const outcome = await attempt(verifyOtpAndUpdatePassword, { email, otp, password }, waiting);
  const step: Step = outcome.ok ? { kind: 'done' } : stepOf(outcome.failure, 'Invalid code');
  const over = step.kind === 'done' || (step.kind === 'wrong-code' && !step.codeCounts);
  if (over) forgetCode(email, otpTypes.resetPassword);
  return step;
}

/** The navigation state for the success page, which claims success only if it is there (HARD-27). */
export const resetDone = (email: string) => ({ resetDone: true, email });
