/** About accounts and their data. */

export const CURRENT_PASSWORD_NEEDED = 'Current password is required';
export const ACCOUNT_CREATED = 'Account created successfully!';
export const PROFILE_UPDATED = 'Profile updated successfully!';
