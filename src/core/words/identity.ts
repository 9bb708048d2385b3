/** About identity checks. */

export const IN_REVIEW = 'We are processing your verification. This may take some time';
export const VERIFIED = 'Your account has been successfully verified';
