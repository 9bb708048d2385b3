/** What a customer is told whose identity check was decided or is under way (001 §4). */
export const rejectedText =
  'Your account verification was rejected. Please contact support for assistance.';
export const underReviewText =
  'Your account verification is under review. Please wait for approval before making withdrawals.';
