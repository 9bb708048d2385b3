import * as v from 'valibot';
import { carried } from '#core/carried/carried.ts';
import { otpTypes, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import { type WaysLeft, waysLeft } from '#core/contract/account/ways-in.ts';
import { INVALID_CODE } from '#core/words/codes.ts';
import { forgetCode } from '#features/auth/mailed-code.ts';
import { type Step, stepOf } from '#features/auth/step.ts';
import { attempt } from '#transport/calls/attempt.ts';

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
): Promise<Step & { readonly ways?: WaysLeft | undefined }> {
  const outcome = await attempt(verifyOtpAndUpdatePassword, { email, otp, password }, waiting);
  const step = outcome.ok
    ? ({ kind: 'done', ways: outcome.value.ways } as const)
    : stepOf(outcome.failure, INVALID_CODE, 'Your password was not changed. Please try again.');
  const over = step.kind === 'done' || (step.kind === 'wrong-code' && !step.codeCounts);
  if (over) forgetCode(email, otpTypes.resetPassword);
  return step;
}

/** A password was reset: the success page claims it only then (HARD-27). */
export const resetDone = carried('resetDone', v.literal(true));

/** The ways in that a reset left, if the server said so. */
export const resetWays = carried('ways', waysLeft);
