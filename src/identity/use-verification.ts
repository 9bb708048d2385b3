import { useEffect, useState } from 'react';
import { online } from '#platform/network.ts';
import { identityRejected } from '#transport/identity-rejected.ts';
import { kyc, kycOf, loadKyc } from '#transport/kyc.ts';
import { sameCustomer } from '#transport/same-customer.ts';
import { session } from '#transport/session.ts';
import { logOut } from '#transport/sign-out.ts';
import { toast } from '#ui/toasts.ts';
import { createVerification, type Verification, type VerificationDeps } from './verification.ts';
import { askWidgetToken, reportKyc } from './widget-calls.ts';

/** 000 §9. */
const COMPLAINT_MS = 5_000;

/** For the customer of now: what comes of their check when another one is here concerns nobody (SESS-08). */
function browserDeps(): VerificationDeps {
  const userId = session.user?.id ?? '';
  const mine = sameCustomer();
  return {
    token: askWidgetToken,
    report: (status) => reportKyc(status, userId),
    status: () => kycOf(kyc, userId),
    reload: async () => void (await loadKyc()),
    complain: (text) => {
      if (mine()) toast.error(text, { duration: COMPLAINT_MS });
    },
    reject: async () => {
      if (!mine()) return;
      identityRejected.value = true;
      await logOut();
    },
    startOver: async () => {
      if (!mine()) return;
      await logOut();
      location.reload();
    },
  };
}

/** One check for as long as the part that offers it is on screen; leaving that closes it. */
export function useVerification(): Verification {
  const [verification] = useState(() => createVerification(browserDeps()));
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible' && online.peek()) void loadKyc();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      void verification.close();
    };
  }, [verification]);
  return verification;
}
