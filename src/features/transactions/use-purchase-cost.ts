import { useEffect, useState } from 'react';
import { getEquivalentUsdc } from '#core/contract/payment.ts';
import { formatDecimal, formatFiat } from '#core/domain/format.ts';
import type { StatementEntry } from '#core/domain/statement.ts';
import { call } from '#transport/call.ts';

export interface PurchaseCost {
  /** What a USDC cost (TX-05), six decimals. */
  readonly price: string;
  /** What the card was charged. */
  readonly paid: string;
}

/** What a purchase cost; nothing until, or unless, the server knows. */
export function usePurchaseCost(entry: StatementEntry | undefined): PurchaseCost | undefined {
  const id = entry?.label === 'Buy' ? entry.trackingId : '';
  const [known, setKnown] = useState<PurchaseCost & { readonly id: string }>();
  useEffect(() => {
    if (!id) return;
    let here = true;
    void call(getEquivalentUsdc, { transaction_id: id }).then((outcome) => {
      if (!here || !outcome.ok) return;
      const { amount, usdcRate, currency } = outcome.value.data;
      setKnown({
        id,
        price: `1 USDC = ${formatDecimal(usdcRate, 6, 6)} ${currency}`,
        paid: formatFiat(amount, currency),
      });
    });
    return () => {
      here = false;
    };
  }, [id]);
  // A step in the history shows another transaction on the same page.
  return known?.id === id ? known : undefined;
}
