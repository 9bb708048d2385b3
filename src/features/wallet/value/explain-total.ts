import type { Derivation } from '#core/derivation/derivation.ts';
import { totalDerivation } from '#core/derivation/worth.ts';
import { formatFiat } from '#core/money/format.ts';
import type { WalletView } from '#features/wallet/wallet-view.ts';
import { wallet } from '#features/wallet/wallet-wiring.ts';
import { livePrices } from '#transport/money/live-prices.ts';
import { moneyNow } from '#transport/money/money-now.ts';

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
