/** What a customer is told about their identity check. */
export const rejectedText =
  'Your account verification was rejected. Please contact support for assistance.';
export const underReviewText =
  'Your account verification is under review. Please wait for approval before making withdrawals.';

/** Nobody could say what the status is: this says nothing about the customer. */
export const KYC_UNANSWERED =
  'We could not load your verification status. Check your connection and try again.';
