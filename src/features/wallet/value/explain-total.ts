import type { Derivation, Part } from '#core/derivation/derivation.ts';
import { type InMoney, totalDerivation } from '#core/derivation/worth.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { formatFiat } from '#core/money/format.ts';
import { convertUsd, PRICE_SCALE } from '#core/money/price.ts';
import { type Holding, isZero } from '#core/statement/portfolio.ts';
import type { WalletView } from '#features/wallet/wallet-view.ts';
import { wallet } from '#features/wallet/wallet-wiring.ts';
import { livePrices } from '#transport/money/live-prices.ts';
import { moneyNow } from '#transport/money/money-now.ts';

/** What each asset is worth, in the customer's money: the first thing that the total is asked for. */
function partsOf(holdings: readonly Holding[], { currency, rate }: InMoney): readonly Part[] {
  return holdings.flatMap(({ name, usd }) => {
    if (usd === undefined || isZero(usd)) return [];
    const units = currency === 'USD' ? undefined : convertUsd(usd, rate ?? '');
    const worth = units === undefined ? usd : formatUnits(units, PRICE_SCALE);
    return [{ label: name, text: formatFiat(worth, units === undefined ? 'USD' : currency) }];
  });
}

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
  const derivation = totalDerivation('Total Account Balance', parts, money, { shown, times });
  return { ...derivation, parts: partsOf(holdings, money) };
}
