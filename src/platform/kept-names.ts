/** Where the session is. */
export const STORE_KEY = 'auth-storage';

/** Whether balances are hidden on this device: '1' where they are. */
export const MASK_KEY = 'kopa-masked';
export const MORE_TIME_KEY = 'kopa-more-time';
/** '1' where single keys do nothing. */
export const NO_KEYS_KEY = 'kopa-no-keys';

/**
 * All that signing out leaves on a device (HARD-30); everything else is removed, named here or not.
 * A name that ends in a hyphen stands for all that begin with it. The Cookie Policy says the same of
 * each name, and `build/legal-storage.test.ts` compares them.
 */
export const keptOnDevice = [
  // Emptied, so that other tabs sign out too.
  STORE_KEY,
  'kopa-device-id',
  'kopa-install-offer',
  'kopa-intent-',
  'kopa-left-session-',
  MASK_KEY,
  MORE_TIME_KEY,
  NO_KEYS_KEY,
  'kopa-theme',
  'kopa-time-zone',
] as const;

/** The same of one tab's visit. */
export const keptInVisit = ['forexRates', 'kopa-reloaded-for'] as const;
