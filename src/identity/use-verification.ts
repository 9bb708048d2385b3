import { useEffect, useState } from 'react';
import { isAttended } from '#platform/page/on-return.ts';
import { loadKyc } from '#transport/session/kyc.ts';
import { verificationDeps } from './identity-wiring.ts';
import { createVerification, type Verification } from './verification.ts';

const LOOK_EVERY_MS = 30_000;

/** An identity check that lives as long as the component that offers it; unmounting closes it. */
export function useVerification(): Verification {
  const [verification] = useState(() => createVerification(verificationDeps()));
  useEffect(() => {
    const look = (): void => {
      if (isAttended()) void loadKyc();
    };
    look();
    document.addEventListener('visibilitychange', look);
    // Looks regularly, so that a reviewer's decision is shown when it arrives (HARD-25).
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      void verification.close();
    };
  }, [verification]);
  return verification;
}
