import type { Migration } from './migration.ts';
import { core } from './migrations/0001-core.ts';
import { instruments } from './migrations/0002-instruments.ts';
import { loginAttempts } from './migrations/0003-login-attempts.ts';
import { parties } from './migrations/0020-parties.ts';
import { security } from './migrations/0021-security.ts';
import { funds } from './migrations/0022-funds.ts';
import { merchants } from './migrations/0023-merchants.ts';
import { securityHold } from './migrations/0035-security-hold.ts';
import { outbox } from './migrations/0036-outbox.ts';
import { devices } from './migrations/0037-devices.ts';
import { withdrawalLifecycle } from './migrations/0040-withdrawal-lifecycle.ts';
import { addressBook } from './migrations/0045-address-book.ts';
import { deposits } from './migrations/0046-deposits.ts';
import { notifications } from './migrations/0047-notifications.ts';
import { purchaseSettlement } from './migrations/0050-purchase-settlement.ts';
import { assetStatement } from './migrations/0055-asset-statement.ts';
import { paymentExpiry } from './migrations/0056-payment-expiry.ts';
import { addressOrigin } from './migrations/0057-address-origin.ts';
import { kycOrder } from './migrations/0058-kyc-order.ts';
import { addressCounters } from './migrations/0059-address-counters.ts';
import { evmAddressNumbers } from './migrations/0061-evm-address-numbers.ts';
import { custodyDeposits } from './migrations/0062-custody-deposits.ts';
import { expiries } from './migrations/0063-expiries.ts';
import { cancelReason } from './migrations/0064-cancel-reason.ts';
import { noticeAbout } from './migrations/0065-notice-about.ts';
import { noticeSession } from './migrations/0066-notice-session.ts';
import { grantCode } from './migrations/0067-grant-code.ts';
import { depositOutputs } from './migrations/0068-deposit-outputs.ts';
import { unpaidPurchases } from './migrations/0069-unpaid-purchases.ts';
import { emailChanges } from './migrations/0070-email-changes.ts';
import { sessionEnds } from './migrations/0071-session-ends.ts';
import { providerNotices } from './migrations/0072-provider-notices.ts';
import { auditLog } from './migrations/0073-audit-log.ts';
import { purchasePrices } from './migrations/0075-purchase-prices.ts';
import { noticePage } from './migrations/0080-notice-page.ts';
import { frozenAccounts } from './migrations/0081-frozen-accounts.ts';
import { codeBrowsers } from './migrations/0087-code-browsers.ts';
import { browserOperations } from './migrations/0088-browser-operations.ts';
import { queueTurns } from './migrations/0093-queue-turns.ts';
import { identityComments } from './migrations/0094-identity-comments.ts';
import { entryValues } from './migrations/0095-entry-values.ts';
import { recoveries } from './migrations/0100-recoveries.ts';
import { failedPayments } from './migrations/0101-failed-payments.ts';

/**
 * Every migration, in the order they run: this list's, not the numbers', which some of the first stand
 * out of. What a database has not run yet runs even behind what it has. New ones go to the end, with
 * the highest number.
 */
export const migrations: readonly Migration[] = [
  core,
  instruments,
  loginAttempts,
  parties,
  security,
  funds,
  merchants,
  securityHold,
  addressBook,
  outbox,
  devices,
  purchaseSettlement,
  deposits,
  withdrawalLifecycle,
  notifications,
  paymentExpiry,
  assetStatement,
  addressOrigin,
  kycOrder,
  addressCounters,
  evmAddressNumbers,
  custodyDeposits,
  expiries,
  cancelReason,
  noticeAbout,
  noticeSession,
  grantCode,
  depositOutputs,
  unpaidPurchases,
  emailChanges,
  sessionEnds,
  providerNotices,
  auditLog,
  purchasePrices,
  noticePage,
  frozenAccounts,
  codeBrowsers,
  browserOperations,
  queueTurns,
  identityComments,
  entryValues,
  recoveries,
  failedPayments,
];
