import { useEffect, useState } from 'react';
import { online } from '#platform/network.ts';
import { identityRejected } from '#transport/identity-rejected.ts';
import { kyc, kycOf, loadKyc } from '#transport/kyc.ts';
import { session } from '#transport/session.ts';
import { logOut } from '#transport/sign-out.ts';
import { toast } from '#ui/toasts.ts';
import { createVerification, type Verification, type VerificationDeps } from './verification.ts';
import { askWidgetToken, reportKyc } from './widget-calls.ts';

/** 000 §9. */
const COMPLAINT_MS = 5_000;

const browserDeps: VerificationDeps = {
  token: askWidgetToken,
  report: reportKyc,
  status: () => kycOf(kyc, session.user?.id),
  reload: async () => void (await loadKyc()),
  complain: (text) => void toast.error(text, { duration: COMPLAINT_MS }),
  reject: async () => {
    identityRejected.value = true;
    await logOut();
  },
  startOver: async () => {
    await logOut();
    location.reload();
  },
};

/** One check for as long as the part that offers it is on screen; leaving that closes it. */
export function useVerification(): Verification {
  const [verification] = useState(() => createVerification(browserDeps));
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
