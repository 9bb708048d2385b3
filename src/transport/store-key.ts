/** Where the auth store is kept (000 §3). */
export const STORE_KEY = 'auth-storage';
