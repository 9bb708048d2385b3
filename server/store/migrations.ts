import type { Migration } from './migration.ts';
import { accounts } from './migrations/0001-accounts.ts';
import { requests } from './migrations/0002-requests.ts';
import { ledger } from './migrations/0003-ledger.ts';
import { swaps } from './migrations/0004-swaps.ts';
import { funds } from './migrations/0005-funds.ts';
import { purchases } from './migrations/0006-purchases.ts';
import { notices } from './migrations/0007-notices.ts';
import { staff } from './migrations/0008-staff.ts';
import { sandbox } from './migrations/0009-sandbox.ts';
import { transfersAside } from './migrations/0010-transfers-aside.ts';
import { trading } from './migrations/0011-trading.ts';
import { builds } from './migrations/0012-builds.ts';
import { sandboxEvents } from './migrations/0013-sandbox-events.ts';
import { statedCosts } from './migrations/0014-stated-costs.ts';
import { purchaseTerms } from './migrations/0015-purchase-terms.ts';
import { changes } from './migrations/0016-changes.ts';
import { passkeys } from './migrations/0017-passkeys.ts';
import { cash } from './migrations/0018-cash.ts';
import { customerRequests } from './migrations/0019-requests.ts';
import { desk } from './migrations/0020-desk.ts';
import { screening } from './migrations/0021-screening.ts';
import { historySearch } from './migrations/0022-history-search.ts';
import { addressBookOnly } from './migrations/0023-address-book-only.ts';
import { priceAlerts } from './migrations/0024-price-alerts.ts';
import { exchangeRates } from './migrations/0025-exchange-rates.ts';
import { deskHolds } from './migrations/0026-desk-holds.ts';
import { largeTransfers } from './migrations/0027-large-transfers.ts';
import { payouts } from './migrations/0028-payouts.ts';
import { notes } from './migrations/0029-notes.ts';
import { recurringBuys } from './migrations/0030-recurring-buys.ts';
import { dataUpdates } from './migrations/0031-data-updates.ts';
import { secondFactorAsks } from './migrations/0032-second-factor-asks.ts';
import { bankStatements } from './migrations/0033-bank-statements.ts';
import { archive } from './migrations/0034-archive.ts';
import { terms } from './migrations/0035-terms.ts';
import { endings } from './migrations/0036-endings.ts';
import { entryPrices } from './migrations/0037-entry-prices.ts';
import { quarterStatements } from './migrations/0038-quarter-statements.ts';
import { conversations } from './migrations/0039-conversations.ts';
import { payeeNames } from './migrations/0040-payee-names.ts';
import { monitoring } from './migrations/0041-monitoring.ts';
import { linkedConfirmations } from './migrations/0042-linked-confirmations.ts';
import { travelRule } from './migrations/0043-travel-rule.ts';
import { taxResidences } from './migrations/0044-tax-residences.ts';
import { manyCustomers } from './migrations/0045-many-customers.ts';
import { debts } from './migrations/0048-debts.ts';
import { payeeCases } from './migrations/0051-payee-cases.ts';
import { taxZones } from './migrations/0055-tax-zones.ts';
import { olderCopies } from './migrations/0058-older-copies.ts';
import { closedMoney } from './migrations/0059-closed-money.ts';
import { latinNames } from './migrations/0061-latin-names.ts';
import { knownSignIns } from './migrations/0062-known-sign-ins.ts';
import { deskDecisions } from './migrations/0063-desk-decisions.ts';
import { pushRefusals } from './migrations/0064-push-refusals.ts';
import { appendOnly } from './migrations/0066-append-only.ts';
import { cardComparison } from './migrations/0067-card-comparison.ts';
import { debtCases } from './migrations/0068-debt-cases.ts';
import { waysSteps } from './migrations/0070-ways-steps.ts';
import { sessionStrength } from './migrations/0071-session-strength.ts';
import { houseTotals } from './migrations/0073-house-totals.ts';
import { generations } from './migrations/0074-generations.ts';
import { openRecoveries } from './migrations/0075-open-recoveries.ts';
import { cardUnanswered } from './migrations/0076-card-unanswered.ts';
import { exits } from './migrations/0077-exits.ts';
import { agreement } from './migrations/0078-agreement.ts';
import { chargeBacks } from './migrations/0079-charge-backs.ts';
import { movedDebts } from './migrations/0080-moved-debts.ts';
import { mailboxAndWords } from './migrations/0081-mailbox-and-words.ts';
import { oldLinks } from './migrations/0082-old-links.ts';
import { verifiedPersons } from './migrations/0083-verified-persons.ts';
import { notedChanges } from './migrations/0084-noted-changes.ts';
import { screeningLanes } from './migrations/0085-screening-lanes.ts';
import { givenUpArrivals } from './migrations/0086-given-up-arrivals.ts';
import { cardFollowUps } from './migrations/0087-card-follow-ups.ts';
import { banksAndCards } from './migrations/0088-banks-and-cards.ts';
import { noticeAttempts } from './migrations/0089-notice-attempts.ts';
import { cardHolders } from './migrations/0091-card-holders.ts';
import { travelRuleStates } from './migrations/0094-travel-rule-states.ts';
import { identityCases } from './migrations/0096-identity-cases.ts';
import { erasedInParts } from './migrations/0098-erased-in-parts.ts';
import { askedInSession } from './migrations/0109-asked-in-session.ts';
import { frozenAt } from './migrations/0110-frozen-at.ts';
import { deskDue } from './migrations/0112-desk-due.ts';
import { mailHtml } from './migrations/0115-mail-html.ts';

/**
 * Every migration, in the order they run. The first ones are the schema of version 1.0.0, one file for
 * each subject; what is released is never edited. New ones go to the end, with the next number.
 */
export const migrations: readonly Migration[] = [
  accounts,
  requests,
  ledger,
  swaps,
  funds,
  purchases,
  notices,
  staff,
  sandbox,
  transfersAside,
  trading,
  builds,
  sandboxEvents,
  statedCosts,
  purchaseTerms,
  changes,
  passkeys,
  cash,
  customerRequests,
  desk,
  screening,
  historySearch,
  addressBookOnly,
  priceAlerts,
  exchangeRates,
  deskHolds,
  largeTransfers,
  payouts,
  notes,
  recurringBuys,
  dataUpdates,
  secondFactorAsks,
  bankStatements,
  archive,
  terms,
  endings,
  entryPrices,
  quarterStatements,
  conversations,
  payeeNames,
  monitoring,
  linkedConfirmations,
  travelRule,
  taxResidences,
  manyCustomers,
  debts,
  payeeCases,
  taxZones,
  olderCopies,
  closedMoney,
  latinNames,
  knownSignIns,
  deskDecisions,
  pushRefusals,
  appendOnly,
  cardComparison,
  debtCases,
  waysSteps,
  sessionStrength,
  houseTotals,
  generations,
  openRecoveries,
  cardUnanswered,
  exits,
  agreement,
  chargeBacks,
  movedDebts,
  mailboxAndWords,
  oldLinks,
  verifiedPersons,
  notedChanges,
  screeningLanes,
  givenUpArrivals,
  cardFollowUps,
  banksAndCards,
  noticeAttempts,
  cardHolders,
  travelRuleStates,
  identityCases,
  erasedInParts,
  askedInSession,
  frozenAt,
  deskDue,
  mailHtml,
];
