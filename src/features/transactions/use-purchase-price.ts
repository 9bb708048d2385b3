import { useEffect, useState } from 'react';
import { getEquivalentUsdc } from '#core/contract/payment.ts';
import { formatDecimal } from '#core/domain/format.ts';
import type { StatementEntry } from '#core/domain/statement.ts';
import { call } from '#transport/call.ts';

/** TX-05: what a USDC cost in a purchase, six decimals; nothing until, or unless, the server knows. */
export function usePurchasePrice(entry: StatementEntry | undefined): string | undefined {
  const id = entry?.label === 'Buy' ? entry.trackingId : '';
  const [price, setPrice] = useState<string>();
  useEffect(() => {
    if (!id) return;
    let here = true;
    void call(getEquivalentUsdc, { transaction_id: id }).then((outcome) => {
      if (!here || !outcome.ok) return;
      const { usdcRate, currency } = outcome.value.data;
      setPrice(`1 USDC = ${formatDecimal(usdcRate, 6, 6)} ${currency}`);
    });
    return () => {
      here = false;
    };
  }, [id]);
  return price;
}
