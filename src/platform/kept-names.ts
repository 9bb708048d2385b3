/**
 * All that signing out leaves on a device (HARD-30); everything else is removed, named here or not.
 * A name that ends in a hyphen stands for all that begin with it. The Cookie Policy says the same of
 * each name, and `build/legal-storage.test.ts` compares them.
 */
export const keptOnDevice = [
  // Emptied, so that other tabs sign out too.
  'auth-storage',
  'kopa-device-id',
  'kopa-install-offer',
  'kopa-intent-',
  'kopa-left-session-',
  'kopa-masked',
  'kopa-theme',
  'kopa-time-zone',
] as const;

/** The same of one tab's visit. */
export const keptInVisit = ['forexRates', 'kopa-reloaded-for'] as const;
