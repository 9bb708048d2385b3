/** About withdrawals and cash out. */

export const TAG_OR_NONE = 'Enter the destination tag, or confirm there is none';
export const NO_ROUTE = 'Payment route not found for selected network';
export const WITHDRAWALS_FROZEN = 'Withdrawals are frozen.';
export const CANNOT_BE_CANCELLED = 'This withdrawal can no longer be cancelled.';
export const BECAUSE_OF_RESET = 'because your password was reset';
export const BECAUSE_REPORTED = 'because you reported activity that was not yours';
export const PASSWORD_WAS_RESET = 'Your password was reset';
export const INVALID_2FA = 'Invalid 2FA code. Please try again.';
