/** Texts about a customer's identity check. */
export const rejectedText =
  'Your account verification was rejected. Please contact support for assistance.';
export const underReviewText =
  'Your account verification is under review. Please wait for approval before making withdrawals.';

/** The status could not be read; this text says nothing about the customer. */
export const KYC_UNANSWERED =
  'We could not load your verification status. Check your connection and try again.';

/** Whether an error is that one, so that the same can be asked again. */
export const isUnanswered = (error: string | undefined): boolean =>
  error?.startsWith(KYC_UNANSWERED) ?? false;

/** The answer was that nothing is decided and nothing can be begun: the provider said what we do not know (D76). */
const KYC_UNCLEAR =
  'The identity provider has not said yet what became of your check. Nothing you have sent is lost.';

/** The text of the status `pending`: it was answered, or not. */
export const pendingText = (answered: boolean): string =>
  answered
    ? KYC_UNCLEAR
    : 'We could not load your verification status. Nothing you have sent is lost.';

/** The duration of a review. It depends on the identity provider, not on us. */
export const REVIEW_TIME = 'It usually takes a few minutes, sometimes until the next business day.';
