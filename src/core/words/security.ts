/** What was done to an account’s security. */

export const ACCOUNT_DELETED = 'Account has been successfully deleted';
export const TWO_FACTOR_ENABLED = 'Two-Factor Authentication has been successfully enabled';
export const TWO_FACTOR_TURNED_OFF = 'Two-Factor Authentication has been turned off';
export const TWO_FACTOR_IS_ON = 'Two-factor authentication is on';
export const EMAIL_CHANGED = 'Your email address has been changed';
export const PASSWORD_CHANGED = 'The password has been successfully changed';
export const ANTI_PHISHING_SAVED = 'Your anti-phishing code has been saved';
export const NEW_RECOVERY_CODES = 'You have new recovery codes';
export const RECOVERY_CODE_USED = 'A recovery code was used';
export const NO_CODE_LEFT = 'None is left.';
export const ONE_CODE_LEFT = 'One is left.';
export const CONFIRM_FIRST = 'First confirm that it is you';
export const OPEN_AGAIN = 'Your account is open again';
