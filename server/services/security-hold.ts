/** How long withdrawals are held after a password reset or a change of the second factor (BEY-14). */
export const HOLD_SECONDS = 24 * 3600;
