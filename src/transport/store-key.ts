/** The session's key in the local storage. */
export const STORE_KEY = 'auth-storage';
