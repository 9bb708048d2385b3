import {
  getRecovery,
  getRecoveryToken,
  type Recovery,
  reportRecoveryCheck,
  requestRecovery,
  stopRecovery,
} from '#core/contract/account/recovery.ts';
import type { Failure, Outcome } from '#core/failure.ts';
import type { VerificationDeps } from '#identity/verification.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { createRecovery, type RecoveryMachine } from './recovery-state.ts';

const FAILED = 'This did not work. Please try again.';
/** How long an error of the identity check stays on screen, in milliseconds. */
const COMPLAINT_MS = 5_000;

const explain = (failure: Failure): string => failureText(failure, FAILED);

const dataOf = <T>(outcome: Outcome<{ readonly data: T }>): Outcome<T> =>
  outcome.ok ? { ok: true, value: outcome.value.data } : outcome;

/** The recovery that a mailed link belongs to. */
export const recoveryOf = (link: string): RecoveryMachine =>
  createRecovery({
    read: async () => dataOf(await call(getRecovery, { link })),
    stop: async () => dataOf(await call(stopRecovery, { link })),
    explain,
  });

/** The identity check of a recovery: nobody is signed in, and its outcome belongs to the recovery. */
export const checkDeps = (link: string, recovery: RecoveryMachine): VerificationDeps => ({
  contact: () => ({ email: recovery.state.recovery?.email ?? '', phone: '' }),
  async token() {
    const outcome = await call(getRecoveryToken, { link });
    return outcome.ok ? outcome.value.data.token : undefined;
  },
  async report({ status }) {
    const outcome = await call(reportRecoveryCheck, { link, kyc_status: status });
    if (!outcome.ok) return undefined;
    recovery.known(outcome.value.data);
    return statusOf(outcome.value.data);
  },
  reload: () => recovery.look(),
  status: () => undefined,
  complain: (text) => void toast.error(text, { duration: COMPLAINT_MS }),
  tell: (text) => void toast.info(text, { duration: COMPLAINT_MS }),
  after: (ms, what) => {
    const timer = setTimeout(what, ms);
    return () => clearTimeout(timer);
  },
  reject: () => recovery.look(),
  startOver: () => recovery.look(),
});

/** The server's status of the check, with which the widget's reports are compared. */
function statusOf({ stage }: Recovery) {
  switch (stage) {
    case 'asked':
      return 'incomplete';
    case 'review':
      return 'submitted';
    case 'refused':
    case 'stopped':
      return 'rejected';
    case 'waiting':
    case 'done':
      return 'approved';
  }
}

export type LinkOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly message: string };

/** Requests the mail with the link. */
export async function askForLink(email: string): Promise<LinkOutcome> {
  const outcome = await call(requestRecovery, { email });
  if (outcome.ok) return { kind: 'sent' };
  const { failure } = outcome;
  const seconds = failure.kind === 'refused' ? failure.refusal.retryAfter : undefined;
  return seconds === undefined
    ? { kind: 'failed', message: explain(failure) }
    : { kind: 'wait', seconds };
}
