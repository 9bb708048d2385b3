import type { Deps } from './deps.ts';
import type { Conditions } from './platform/conditions.ts';
import { type Loop, startLoop } from './platform/repeat.ts';
import { sweeping } from './platform/sweep.ts';
import { recovering } from './services/access/recovery/carry-out.ts';
import { registering } from './services/checks/monitoring/large-transfers.ts';
import { screeningAgain } from './services/checks/screening/customers-again.ts';
import { screening } from './services/checks/screening/lists.ts';
import { screeningNewcomers } from './services/checks/screening/screen-due.ts';
import { suspending } from './services/checks/screening/suspensions.ts';
import { travelling } from './services/checks/travel-rule/travel-rule.ts';
import { erasing } from './services/customers/archive/archive.ts';
import { ending } from './services/customers/endings/endings-worker.ts';
import { placing, updating } from './services/customers/risk/risk-worker.ts';
import { announcing, placingTerms } from './services/customers/terms/announce.ts';
import { erasingLeftovers } from './services/customers/users/erase-account.ts';
import { recurring } from './services/exchange/recurring/recurring-worker.ts';
import { alerting } from './services/messages/alerts/price-alerts.ts';
import { sending } from './services/messages/notices/outbox.ts';
import { pushing } from './services/messages/notices/push.ts';
import { lookingAtAccounts } from './services/money-in/bank/bank-accounts-looked-at.ts';
import { readingStatements } from './services/money-in/bank/bank-statements.ts';
import { banking } from './services/money-in/bank/bank-worker.ts';
import { findingLeft } from './services/money-in/closed-money/closed-money.ts';
import {
  comparingDeposits,
  comparingSandboxDeposits,
} from './services/money-in/deposits/compare-deposits.ts';
import { depositing } from './services/money-in/deposits/deposit-worker.ts';
import { readingSettlements } from './services/money-in/purchases/card-settlements.ts';
import { comparingPurchases } from './services/money-in/purchases/compare-purchases.ts';
import { reconciling } from './services/money-in/purchases/settle-purchases.ts';
import { comparing } from './services/money-out/withdrawals/comparison.ts';
import {
  askingParties,
  moving,
  payingOut,
} from './services/money-out/withdrawals/withdrawal-worker.ts';
import { watches } from './services/operation/watch/watch.ts';
import { heeding } from './services/operation/webhooks/heed-notice.ts';
import { keepingPast } from './services/records/portfolio/keep-past.ts';
import { statingQuarters } from './services/records/portfolio/quarter-statements.ts';
import { valuing } from './services/records/wallet/entry-values.ts';
import { findingToAsk, remindingOfTax } from './services/tax/residence/tax-worker.ts';

/** What the server does again and again, besides answering. */
const loops: readonly Loop[] = [
  sweeping,
  sending,
  pushing,
  comparing,
  comparingPurchases,
  comparingDeposits,
  comparingSandboxDeposits,
  moving,
  payingOut,
  askingParties,
  depositing,
  banking,
  lookingAtAccounts,
  readingStatements,
  readingSettlements,
  reconciling,
  heeding,
  recovering,
  screening,
  screeningNewcomers,
  screeningAgain,
  suspending,
  travelling,
  registering,
  valuing,
  alerting,
  keepingPast,
  statingQuarters,
  recurring,
  placing,
  updating,
  findingToAsk,
  remindingOfTax,
  placingTerms,
  announcing,
  ending,
  findingLeft,
  erasing,
  erasingLeftovers,
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
