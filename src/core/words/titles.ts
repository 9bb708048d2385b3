/** What stands at the head of pages, and elsewhere too. */

export const SLOGAN = 'Nothing moves until you say so.';
export const GET_BACK_IN = 'Get back into your account';
export const NEW_PASSWORD = 'Choose a new password';
