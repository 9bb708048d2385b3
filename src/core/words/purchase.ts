/** Why a purchase cannot begin. */

export const COMPLETE_PROFILE = 'Complete Your Profile to Continue';
export const PAYMENT_NOT_READY = 'Payment system not ready. Please refresh the page.';
