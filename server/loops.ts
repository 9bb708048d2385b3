import type { Deps } from './deps.ts';
import type { Conditions } from './platform/conditions.ts';
import { type Loop, startLoop } from './platform/repeat.ts';
import { sweeping } from './platform/sweep.ts';
import { alerting } from './services/alerts/price-alerts.ts';
import { erasing } from './services/archive/archive.ts';
import { lookingAtAccounts } from './services/bank/bank-accounts-looked-at.ts';
import { readingStatements } from './services/bank/bank-statements.ts';
import { banking } from './services/bank/bank-worker.ts';
import { findingLeft } from './services/closed-money/closed-money.ts';
import {
  comparingDeposits,
  comparingSandboxDeposits,
} from './services/deposits/compare-deposits.ts';
import { depositing } from './services/deposits/deposit-worker.ts';
import { ending } from './services/endings/endings-worker.ts';
import { registering } from './services/monitoring/large-transfers.ts';
import { sending } from './services/notices/outbox.ts';
import { pushing } from './services/notices/push.ts';
import { keepingPast } from './services/portfolio/keep-past.ts';
import { statingQuarters } from './services/portfolio/quarter-statements.ts';
import { readingSettlements } from './services/purchases/card-settlements.ts';
import { comparingPurchases } from './services/purchases/compare-purchases.ts';
import { reconciling } from './services/purchases/settle-purchases.ts';
import { recovering } from './services/recovery/carry-out.ts';
import { recurring } from './services/recurring/recurring-worker.ts';
import { placing, updating } from './services/risk/risk-worker.ts';
import { screeningAgain } from './services/screening/customers-again.ts';
import { screening } from './services/screening/lists.ts';
import { screeningNewcomers } from './services/screening/screen-due.ts';
import { suspending } from './services/screening/suspensions.ts';
import { findingToAsk, remindingOfTax } from './services/tax/tax-worker.ts';
import { announcing, placingTerms } from './services/terms/announce.ts';
import { travelling } from './services/travel-rule/travel-rule.ts';
import { erasingLeftovers } from './services/users/erase-account.ts';
import { valuing } from './services/wallet/entry-values.ts';
import { watches } from './services/watch/watch.ts';
import { heeding } from './services/webhooks/heed-notice.ts';
import { comparing } from './services/withdrawals/comparison.ts';
import { askingParties, moving, payingOut } from './services/withdrawals/withdrawal-worker.ts';

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
