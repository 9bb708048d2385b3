/** About codes that are typed. */

export const CODE_NEEDED = 'Please enter verification code';
export const INVALID_CODE = 'Invalid code';
export const INVALID_VERIFICATION_CODE = 'Invalid verification code';
export const OTP_SENT = 'OTP sent to your email';
export const OTP_NOT_SENT = 'Failed to send OTP';
export const OTP_OR_RECOVERY = 'Six digits, or one of your recovery codes.';
export const ONE_BEFORE_ENDS = 'The one before no longer counts.';
export const ALL_LOST = 'I have lost my phone and my codes';
export const CODE_OFFLINE = 'Sending a code needs a connection.';
