import { identityEnded } from '#transport/identity-ended.ts';
import { kyc, kycOf, loadKyc } from '#transport/kyc.ts';
import { sameCustomer } from '#transport/same-customer.ts';
import { session } from '#transport/session.ts';
import { logOut } from '#transport/sign-out.ts';
import { toast } from '#ui/toasts.ts';
import type { VerificationDeps } from './verification.ts';
import { askWidgetToken, reportKyc } from './widget-calls.ts';

/** How long a toast of the check stays, in milliseconds. */
const COMPLAINT_MS = 5_000;

/**
 * The dependencies of a check in a browser, for the customer who is signed in now. An outcome that comes
 * after another customer has signed in is neither shown to them nor does it sign them out.
 */
export function verificationDeps(): VerificationDeps {
  const mine = sameCustomer();
  const userId = session.user?.id ?? '';
  return {
    contact: () => ({ email: session.user?.email ?? '', phone: session.user?.phone ?? '' }),
    token: () => askWidgetToken(userId),
    report: (said) => reportKyc(said, userId),
    status: () => kycOf(kyc, userId),
    reload: async () => void (await loadKyc()),
    complain: (text) => {
      if (mine()) toast.error(text, { duration: COMPLAINT_MS });
    },
    tell: (text) => {
      if (mine()) toast.info(text, { duration: COMPLAINT_MS });
    },
    after: (ms, what) => {
      const timer = setTimeout(what, ms);
      return () => clearTimeout(timer);
    },
    reject: async () => {
      if (!mine()) return;
      identityEnded.value = 'rejected';
      await logOut();
    },
    startOver: async () => {
      if (!mine()) return;
      identityEnded.value = 'not-authorized';
      await logOut();
    },
  };
}
