/** What a customer is told about their identity check. */
export const rejectedText =
  'Your account verification was rejected. Please contact support for assistance.';
export const underReviewText =
  'Your account verification is under review. Please wait for approval before making withdrawals.';

/** Nobody could say what the status is: this says nothing about the customer. */
export const KYC_UNANSWERED =
  'We could not load your verification status. Check your connection and try again.';

/** How long a review takes: what the identity provider answers for, not we. */
export const REVIEW_TIME = 'It usually takes a few minutes, sometimes until the next business day.';
