/** About a recovery, on its page and in its mails. */

export const RECOVERY_STOPPED = 'The recovery was stopped';
export const HAS_ADDRESS = 'Your account has this address now';
export const FACTOR_WILL_GO = 'Two-factor authentication will be removed';
export const FACTOR_IS_GONE = 'Two-factor authentication was removed';
export const LINK_IS_OVER = 'This link no longer works';
