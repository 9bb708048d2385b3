import { identityEnded } from '#transport/identity-ended.ts';
import { kyc, kycOf, loadKyc } from '#transport/kyc.ts';
import { sameCustomer } from '#transport/same-customer.ts';
import { session } from '#transport/session.ts';
import { logOut } from '#transport/sign-out.ts';
import { toast } from '#ui/toasts.ts';
import type { VerificationDeps } from './verification.ts';
import { askWidgetToken, reportKyc } from './widget-calls.ts';

/** 000 §9. */
const COMPLAINT_MS = 5_000;

/**
 * The world of a check in a browser, for whoever is signed in now: what is decided of them late is neither
 * said of another customer nor does it sign another one out.
 */
export function browserDeps(): VerificationDeps {
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
