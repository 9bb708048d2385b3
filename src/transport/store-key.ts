/** Where the auth store lies (000 §3). */
export const STORE_KEY = 'auth-storage';
