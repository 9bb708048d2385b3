import {
  getRecovery,
  getRecoveryToken,
  type Recovery,
  reportRecoveryCheck,
  requestRecovery,
  stopRecovery,
} from '#core/contract/recovery.ts';
import type { Failure, Outcome } from '#core/failure.ts';
import type { VerificationDeps } from '#identity/verification.ts';
import { call } from '#transport/call.ts';
import { failureText } from '#transport/failure-text.ts';
import { toast } from '#ui/toasts.ts';
import { createRecovery, type RecoveryMachine } from './recovery-state.ts';

const FAILED = 'This did not work. Please try again.';
/** 000 §9. */
const COMPLAINT_MS = 5_000;

const explain = (failure: Failure): string => failureText(failure, FAILED);

const dataOf = <T>(outcome: Outcome<{ readonly data: T }>): Outcome<T> =>
  outcome.ok ? { ok: true, value: outcome.value.data } : outcome;

/** The recovery that a mailed link is of. */
export const recoveryOf = (link: string): RecoveryMachine =>
  createRecovery({
    read: async () => dataOf(await call(getRecovery, { link })),
    stop: async () => dataOf(await call(stopRecovery, { link })),
    explain,
  });

/** Its identity check: nobody is signed in, and what comes of it is the recovery's. */
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

/** What the server knows of the check, as the widget's reports are compared with it. */
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

export type Asked =
  | { readonly kind: 'sent' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly message: string };

/** Has the link mailed. */
export async function askForLink(email: string): Promise<Asked> {
  const outcome = await call(requestRecovery, { email });
  if (outcome.ok) return { kind: 'sent' };
  const { failure } = outcome;
  const seconds = failure.kind === 'refused' ? failure.refusal.retryAfter : undefined;
  return seconds === undefined
    ? { kind: 'failed', message: explain(failure) }
    : { kind: 'wait', seconds };
}
