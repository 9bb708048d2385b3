/** Texts about a customer's identity check. */
export const rejectedText =
  'Your account verification was rejected. Please contact support for assistance.';
export const underReviewText =
  'Your account verification is under review. Please wait for approval before making withdrawals.';

/** The status could not be read; this text says nothing about the customer. */
export const KYC_UNANSWERED =
  'We could not load your verification status. Check your connection and try again.';

/** The duration of a review. It depends on the identity provider, not on us. */
export const REVIEW_TIME = 'It usually takes a few minutes, sometimes until the next business day.';
