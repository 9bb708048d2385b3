import { useEffect, useState } from 'react';
import { getEquivalentUsdc } from '#core/contract/payment.ts';
import { MOST_DECIMALS } from '#core/domain/currencies.ts';
import { formatUnits, mulDivNearest, parseUnits } from '#core/domain/decimal.ts';
import { formatDecimal, formatFiat, formatPrice } from '#core/domain/format.ts';
import { PRICE_SCALE } from '#core/domain/price.ts';
import type { StatementEntry, Sum } from '#core/domain/statement.ts';
import { onBackOnline } from '#platform/network.ts';
import { call } from '#transport/call.ts';

export interface PurchaseCost {
  /** What one USDC cost (TX-05), to six decimals. */
  readonly price: string;
  /** What the card was charged. */
  readonly paid: string;
  /** What one unit of the bought asset cost; undefined for USDC, where `price` says it. */
  readonly assetPrice: string | undefined;
}

/** What was charged per unit, rounded to the nearest digit shown, with the card's fee included. */
export function priceOf(bought: Sum, charged: Sum): string | undefined {
  const units = parseUnits(bought.amount, MOST_DECIMALS);
  const paid = parseUnits(charged.amount, PRICE_SCALE);
  if (!units || !paid || bought.currency === 'USDC') return undefined;
  const price = formatUnits(mulDivNearest(paid, 10n ** BigInt(MOST_DECIMALS), units), PRICE_SCALE);
  return `${formatPrice(price, charged.currency)}, fee included`;
}

/** What a purchase cost; undefined for as long as the server has not said. */
export function usePurchaseCost(entry: StatementEntry | undefined): PurchaseCost | undefined {
  const bought = entry?.kind === 'single' && entry.label === 'Buy' ? entry : undefined;
  const id = bought?.trackingId;
  const [size, asset] = [bought?.amount ?? '', bought?.currency ?? ''];
  const [known, setKnown] = useState<PurchaseCost & { readonly id: string }>();
  useEffect(() => {
    if (!id) return;
    let here = true;
    const ask = async (): Promise<void> => {
      const outcome = await call(getEquivalentUsdc, { transaction_id: id });
      if (!here || !outcome.ok) return;
      const { amount, usdcRate, currency } = outcome.value.data;
      setKnown({
        id,
        price: `1 USDC = ${formatDecimal(usdcRate, 6, 6)} ${currency}`,
        paid: formatFiat(amount, currency),
        assetPrice: priceOf({ amount: size, currency: asset }, { amount, currency }),
      });
    };
    void ask();
    const ignore = onBackOnline(() => void ask());
    return () => {
      here = false;
      ignore();
    };
  }, [id, size, asset]);
  // Going back or forward can show another transaction on the same page.
  return known?.id === id ? known : undefined;
}
