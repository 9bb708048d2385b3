import * as v from 'valibot';
import { otpTypes, verifyOtpAndUpdatePassword } from '#core/contract/account/registration.ts';
import { type WaysLeft, waysLeft } from '#core/contract/account/ways-in.ts';
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
    : stepOf(outcome.failure, 'Invalid code', 'Your password was not changed. Please try again.');
  const over = step.kind === 'done' || (step.kind === 'wrong-code' && !step.codeCounts);
  if (over) forgetCode(email, otpTypes.resetPassword);
  return step;
}

/** The navigation state for the success page, which claims success only if it is there (HARD-27). */
export const resetDone = (email: string, ways: WaysLeft | undefined) => ({
  resetDone: true,
  email,
  ...(ways && { ways }),
});

const state = v.object({ ways: waysLeft });

/** The ways in that a reset left, from that state; undefined if the server did not say. */
export function waysFromState(given: unknown): WaysLeft | undefined {
  const read = v.safeParse(state, given);
  return read.success ? read.output.ways : undefined;
}
