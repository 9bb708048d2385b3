import type { Derivation } from '#core/domain/derivation/derivation.ts';
import { totalDerivation } from '#core/domain/derivation/worth.ts';
import { formatFiat } from '#core/domain/format.ts';
import { livePrices } from '#transport/live-prices.ts';
import { moneyNow } from '#transport/money-now.ts';
import { wallet } from './browser.ts';
import type { WalletView } from './wallet-view.ts';

/** How the shown total was computed; undefined while it is unknown. */
export function explainTotal(view: WalletView, currency: string): Derivation | undefined {
  const { total, holdings } = view;
  const { asOf, source, failure } = wallet.state;
  if (total.kind !== 'known' || !asOf) return undefined;
  // Otherwise the prices are those of the time of reading.
  const isLive = source === 'server' && failure === undefined;
  const told = isLive ? (livePrices.told?.at ?? 0) : 0;
  const { money, times } = moneyNow(currency, new Date(Math.max(asOf.getTime(), told)));
  const parts = holdings.map((holding) => ({ ...holding, amount: holding.available }));
  const shown = formatFiat(total.amount, currency);
  return totalDerivation('Total Account Balance', parts, money, { shown, times });
}
