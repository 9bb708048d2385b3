import type { Deps } from './deps.ts';
import type { Conditions } from './platform/conditions.ts';
import { type Loop, startLoop } from './platform/repeat.ts';
import { sweepLoop } from './platform/sweep.ts';
import { recoveryLoop } from './services/access/recovery/carry-out.ts';
import { largeTransferLoop } from './services/checks/monitoring/large-transfers.ts';
import { rescreeningLoop } from './services/checks/screening/customers-again.ts';
import { screeningListLoop } from './services/checks/screening/lists.ts';
import { screeningLoop } from './services/checks/screening/screen-due.ts';
import { suspensionLoop } from './services/checks/screening/suspensions.ts';
import { travelRuleLoop } from './services/checks/travel-rule/travel-rule.ts';
import { archiveLoop } from './services/customers/archive/archive.ts';
import { endingLoop } from './services/customers/endings/endings-worker.ts';
import { dataUpdateLoop, riskGroupLoop } from './services/customers/risk/risk-worker.ts';
import { customerTermsLoop, termsNoticeLoop } from './services/customers/terms/announce.ts';
import { leftoverLoop } from './services/customers/users/erase-account.ts';
import { recurringBuyLoop } from './services/exchange/recurring/recurring-worker.ts';
import { priceAlertLoop } from './services/messages/alerts/price-alerts.ts';
import { mailLoop } from './services/messages/notices/outbox.ts';
import { pushLoop } from './services/messages/notices/push.ts';
import { bankAccountLoop } from './services/money-in/bank/bank-accounts-looked-at.ts';
import { bankStatementLoop } from './services/money-in/bank/bank-statements.ts';
import { bankTransferLoop } from './services/money-in/bank/bank-worker.ts';
import { closedMoneyLoop } from './services/money-in/closed-money/closed-money.ts';
import {
  depositComparisonLoop,
  sandboxDepositComparisonLoop,
} from './services/money-in/deposits/compare-deposits.ts';
import { depositLoop } from './services/money-in/deposits/deposit-worker.ts';
import { cardSettlementLoop } from './services/money-in/purchases/card-settlements.ts';
import { purchaseComparisonLoop } from './services/money-in/purchases/compare-purchases.ts';
import { purchaseLoop } from './services/money-in/purchases/settle-purchases.ts';
import { transferComparisonLoop } from './services/money-out/withdrawals/comparison.ts';
import {
  payoutLoop,
  withdrawalLoop,
  withdrawalPartyLoop,
} from './services/money-out/withdrawals/withdrawal-worker.ts';
import { watches } from './services/operation/watch/watch.ts';
import { webhookLoop } from './services/operation/webhooks/heed-notice.ts';
import { portfolioLoop } from './services/records/portfolio/keep-past.ts';
import { quarterStatementLoop } from './services/records/portfolio/quarter-statements.ts';
import { entryValueLoop } from './services/records/wallet/entry-values.ts';
import { taxAskLoop, taxReminderLoop } from './services/tax/residence/tax-worker.ts';

/** What the server does again and again, besides answering. */
const loops: readonly Loop[] = [
  sweepLoop,
  mailLoop,
  pushLoop,
  transferComparisonLoop,
  purchaseComparisonLoop,
  depositComparisonLoop,
  sandboxDepositComparisonLoop,
  withdrawalLoop,
  payoutLoop,
  withdrawalPartyLoop,
  depositLoop,
  bankTransferLoop,
  bankAccountLoop,
  bankStatementLoop,
  cardSettlementLoop,
  purchaseLoop,
  webhookLoop,
  recoveryLoop,
  screeningListLoop,
  screeningLoop,
  rescreeningLoop,
  suspensionLoop,
  travelRuleLoop,
  largeTransferLoop,
  entryValueLoop,
  priceAlertLoop,
  portfolioLoop,
  quarterStatementLoop,
  recurringBuyLoop,
  riskGroupLoop,
  dataUpdateLoop,
  taxAskLoop,
  taxReminderLoop,
  customerTermsLoop,
  termsNoticeLoop,
  endingLoop,
  closedMoneyLoop,
  archiveLoop,
  leftoverLoop,
];

/** All of them, with those that watch; `told`: what these find. */
export const loopsOf = (deps: Deps, told: Conditions): readonly Loop[] => [
  ...loops,
  ...watches(deps, told),
];

/**
 * Starts them all, and `more`; `told`: what watches find. Returns how to stop them, which waits for the
 * rounds under way.
 */
export function startLoops(
  deps: Deps,
  told: Conditions,
  more: readonly Loop[] = [],
): () => Promise<void> {
  const stops = [...loopsOf(deps, told), ...more].map((loop) => startLoop(deps, loop));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
