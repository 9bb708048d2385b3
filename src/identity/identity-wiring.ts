import { identityEnded } from '#transport/session/identity-ended.ts';
import { kyc, kycStatusOf, loadKyc } from '#transport/session/kyc.ts';
import { scope } from '#transport/session/scope.ts';
import { session } from '#transport/session/session.ts';
import { logOut } from '#transport/session/sign-out.ts';
import { toast } from '#ui/feedback/toasts.ts';
import type { VerificationDeps } from './verification.ts';
import { askWidgetToken, reportKyc } from './widget-calls.ts';

/** How long a toast of the check stays, in milliseconds. */
const COMPLAINT_MS = 5_000;

async function endAs(why: 'rejected' | 'not-authorized'): Promise<void> {
  identityEnded.value = why;
  await logOut();
}

/** The dependencies of a check in a browser. Whoever is gone hears of no outcome, and signs nobody else out. */
export function verificationDeps(): VerificationDeps {
  const { begin } = scope();
  return {
    contact: () => ({ email: session.user?.email ?? '', phone: session.user?.phone ?? '' }),
    token: () => begin(askWidgetToken),
    report: (said) => begin(() => reportKyc(said)),
    status: () => kycStatusOf(kyc),
    reload: async () => void (await loadKyc()),
    complain: (text) => void begin(async () => toast.error(text, { duration: COMPLAINT_MS })),
    tell: (text) => void begin(async () => toast.info(text, { duration: COMPLAINT_MS })),
    after: (ms, what) => {
      const timer = setTimeout(what, ms);
      return () => clearTimeout(timer);
    },
    reject: () => begin(() => endAs('rejected')),
    startOver: () => begin(() => endAs('not-authorized')),
  };
}
