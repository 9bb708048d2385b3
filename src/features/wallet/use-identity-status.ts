import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { subscribe } from 'valtio/vanilla';
import type { KycStatus } from '#core/contract/account/identity.ts';
import { isAttended, onReturn } from '#platform/page/on-return.ts';
import { kyc, kycStatusOf, loadKyc } from '#transport/session/kyc.ts';
import { perScope } from '#transport/session/scope.ts';

const LOOK_EVERY_MS = 30_000;

/** Whether the status was asked for ahead of the page, until the page takes that over. */
const ahead = perScope(() => ({ isAsked: false }));

/** Requests the status ahead of the page; settles as soon as it is known, even from the device's copy. */
export function firstIdentityKnown(): Promise<unknown> {
  const answered = loadKyc();
  ahead().isAsked = true;
  const shown = new Promise<void>((resolve) => {
    const stop = subscribe(kyc, () => {
      stop();
      resolve();
    });
  });
  return Promise.race([shown, answered]);
}

/** The status of the customer's identity check; asked again while it is under review (HARD-25). */
export function useIdentityStatus(): KycStatus | undefined {
  const status = kycStatusOf(useSnapshot(kyc));
  const isUnknown = status === undefined;
  useEffect(() => {
    const early = ahead();
    if (isUnknown && !early.isAsked) void loadKyc();
    early.isAsked = false;
  }, [isUnknown]);
  const isUnderReview = status === 'submitted';
  useEffect(() => {
    if (!isUnderReview) return;
    const look = (): void => void loadKyc();
    const ignore = onReturn(look);
    const timer = setInterval(() => isAttended() && look(), LOOK_EVERY_MS);
    return () => {
      ignore();
      clearInterval(timer);
    };
  }, [isUnderReview]);
  return status;
}
