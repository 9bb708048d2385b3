/** The name of the stored session. */
export const STORE_KEY = 'auth-storage';

/** '1' if balances are hidden on this device. */
export const MASK_KEY = 'kopa-masked';
export const MORE_TIME_KEY = 'kopa-more-time';
/** '1' if single-key shortcuts are off. */
export const NO_KEYS_KEY = 'kopa-no-keys';

/**
 * Everything that stays on a device after signing out (HARD-30); everything else is removed, whether named
 * here or not. A name that ends with a hyphen stands for all names that begin with it. The Cookie Policy
 * lists the same names, and `build/legal-storage.test.ts` compares both.
 */
export const keptOnDevice = [
  // Emptied, so that other tabs sign out too.
  STORE_KEY,
  'kopa-csv',
  'kopa-device-id',
  'kopa-install-offer',
  'kopa-intent-',
  'kopa-left-session-',
  'kopa-left-vault',
  MASK_KEY,
  MORE_TIME_KEY,
  NO_KEYS_KEY,
  'kopa-theme',
  'kopa-time-zone',
] as const;

/** The same for the storage of one tab's visit. */
export const keptInVisit = ['forexRates', 'kopa-reloaded-for'] as const;
