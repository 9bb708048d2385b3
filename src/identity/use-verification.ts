import { useEffect, useState } from 'react';
import { isAttended } from '#platform/on-return.ts';
import { loadKyc } from '#transport/kyc.ts';
import { browserDeps } from './browser.ts';
import { createVerification, type Verification } from './verification.ts';

const LOOK_EVERY_MS = 30_000;

/** One check for as long as the part that offers it is on screen; leaving that closes it. */
export function useVerification(): Verification {
  const [verification] = useState(() => createVerification(browserDeps()));
  useEffect(() => {
    const look = (): void => {
      if (isAttended()) void loadKyc();
    };
    look();
    document.addEventListener('visibilitychange', look);
    // A reviewer's answer shows on the page that waits for it (HARD-25).
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      void verification.close();
    };
  }, [verification]);
  return verification;
}
