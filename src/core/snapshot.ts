/** The reads whose last answer is kept on the device (PWA-04), by snapshot name. */
export const snapshotPaths = {
  wallet: '/exchange/get-wallet-list',
  history: '/exchange/transaction-history',
  routes: '/exchange/get-payment-route-id',
  receiving: '/exchange/list-receiving',
  identity: '/exchange/get-kyc-status',
  requests: '/exchange/list-requests',
  bank: '/exchange/get-bank-details',
  portfolio: '/exchange/get-portfolio-history',
} as const;

export type SnapshotName = keyof typeof snapshotPaths;

/**
 * The version of the contract by which answers are kept. It goes up with a change after which this build could not
 * read what an earlier one has kept, or the earlier one what this keeps (HARD-72).
 */
export const KEPT_CONTRACT = 1;

/** Older snapshots are not shown; once the server's time is known, they are removed. */
export const SNAPSHOT_DAYS = 7;

/**
 * Request header with the vault epoch that a read belongs to. The worker stores an answer only while that
 * epoch is current, so an answer that arrives after sign-out is not stored. It is a random id and says
 * nothing about the customer.
 */
export const EPOCH_HEADER = 'x-kopa-epoch';

/** Answer header with the instant at which the answer was made; the Date header has only seconds. */
export const AS_OF_HEADER = 'x-kopa-as-of';

/** Drafts older than this are not offered again. */
export const DRAFT_LIFE_MS = 24 * 3_600_000;
