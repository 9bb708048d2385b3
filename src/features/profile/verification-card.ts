import type { KycStatus } from '#core/contract/account/identity.ts';
import { checkHoldText } from '#core/people/after-reset.ts';
import { pendingText, REVIEW_TIME } from '#core/people/verification-texts.ts';
import { formatDay, formatInstant } from '#core/time/date-text.ts';
import { IN_REVIEW, VERIFIED } from '#core/words/identity.ts';

export interface VerificationCard {
  readonly title: string;
  readonly text: string;
  readonly tone: 'plain' | 'warn' | 'wait' | 'ok' | 'bad';
  /** What a press of the card does; undefined: it cannot be pressed. */
  readonly action: string | undefined;
}

/**
 * Only a check that was not begun or not finished can be started (KYC-01). `answered`: the server said so; without
 * an answer the status reads as pending.
 */
export function cardOf(status: KycStatus, answered = true): VerificationCard {
  switch (status) {
    case 'not_started':
      return {
        title: 'Verify your identity',
        text: 'You need photo ID and a camera. It takes about five minutes.',
        tone: 'plain',
        action: 'Start Verification',
      };
    case 'incomplete':
      return {
        title: 'Verification Incomplete',
        text: 'Continue where you left off. Nothing you have sent is lost.',
        tone: 'warn',
        action: 'Complete Verification',
      };
    case 'submitted':
      return {
        title: 'Under Review',
        text: IN_REVIEW,
        tone: 'wait',
        action: undefined,
      };
    case 'approved':
      return {
        title: 'Verification Complete',
        text: VERIFIED,
        tone: 'ok',
        action: undefined,
      };
    case 'rejected':
      return {
        title: 'Verification Failed',
        text: 'Please contact management for assistance with your verification',
        tone: 'bad',
        action: undefined,
      };
    case 'pending':
      return {
        title: answered ? 'Status not known yet' : 'Status unavailable',
        text: pendingText(answered),
        tone: 'wait',
        action: undefined,
      };
  }
}

/** For a verified customer whose password was reset by nothing but an email (READ-14). */
export const sessionCheckCard: VerificationCard = {
  title: 'Confirm that it is you',
  text: 'Your password was reset by email. To confirm transfers by email, and to change how you sign in, show once more that it is you. You need photo ID and a camera. Signing in with a passkey, or on a device you used before, does it too.',
  tone: 'warn',
  action: 'Start Check',
};

/**
 * A card whose check stands for another factor says before it is begun how long it holds withdrawals (READ-14). `opens`:
 * when they open without it, in milliseconds since the epoch; NaN: they are not held.
 */
export const withHold = (text: string, opens: number, now: number, timeZone: string): string => {
  const at = (moment: number): string => formatInstant(moment, timeZone, now);
  return `${text} ${checkHoldText({ opens: Number.isNaN(opens) ? undefined : opens, now, at })}`;
};

/** For the same customer while somebody of ours looks whose document their check had (HARD-98). */
export const sessionReviewCard: VerificationCard = {
  title: 'Your check is being looked at',
  text: `Somebody of our staff looks at the document you showed. ${REVIEW_TIME} We tell you when it is done. Signing in with a passkey, or on a device you used before, does it meanwhile.`,
  tone: 'wait',
  action: undefined,
};

/**
 * For a verified customer whose data is to be updated, by a check like the first one (KEEP-09). Moments are
 * milliseconds since the epoch: when it is due, from when on the account is limited, and now.
 */
export function updateCardOf(
  { due, limitedFrom }: { readonly due: number; readonly limitedFrom: number },
  now: number,
  timeZone: string,
): VerificationCard {
  const action = 'Start Update';
  if (now >= limitedFrom) {
    return {
      title: 'Your account is limited',
      text: `Your data was due for an update on ${formatDay(due, timeZone)}. Until it is updated, you can only sell, cash out and withdraw. Then everything works again at once.`,
      tone: 'bad',
      action,
    };
  }
  const when = now >= due ? 'was due for an update' : 'is due for an update';
  return {
    title: 'Update your data',
    text: `Your data ${when} on ${formatDay(due, timeZone)}. You need photo ID and a camera. From ${formatDay(limitedFrom, timeZone)} on, you can only sell, cash out and withdraw until it is done.`,
    tone: 'warn',
    action,
  };
}
