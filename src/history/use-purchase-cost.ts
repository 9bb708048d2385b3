import { useEffect, useState } from 'react';
import { getEquivalentUsdc } from '#core/contract/money/payment.ts';
import { findAsset } from '#core/money/currencies.ts';
import { formatDecimal, formatFiat } from '#core/money/format.ts';
import { costsIn, feeOf, unitPriceOf } from '#core/money/purchase.ts';
import type { SingleEntry, StatementEntry, Sum } from '#core/statement/statement.ts';
import { onReconnected } from '#platform/page/on-return.ts';
import { call } from '#transport/calls/call.ts';

export interface PurchaseCost {
  /** What the card was charged. */
  readonly paid: string;
  /** The part of it that is the fee. */
  readonly fee: string | undefined;
  /** The unit price before the fee, to six decimals (TX-05). */
  readonly price: string | undefined;
  /** The spread included in that price; undefined if it was not recorded. */
  readonly spread: string | undefined;
  /** That spread in basis points, which may have half a point. */
  readonly spreadBps: number | undefined;
  /** Fee and spread in one sum; undefined where the spread was not recorded. */
  readonly inAll: string | undefined;
  /** The numbers behind the texts; the price is the recorded one, if there is one. */
  readonly charged: Sum;
  readonly keptPrice: string | undefined;
}

interface Terms {
  readonly price?: string | undefined;
  readonly spreadBps?: number | undefined;
}

/** The cost of a purchase as the buyer saw it; without recorded terms, computed from the charge (EASE-19). */
export function costOf(bought: Sum, charged: Sum, terms: Terms = {}): PurchaseCost {
  const fee = feeOf(charged.amount);
  const { spreadBps } = terms;
  const all = spreadBps === undefined ? undefined : costsIn(charged.amount, spreadBps)?.all;
  const scale = findAsset(bought.currency)?.scale;
  const price =
    terms.price ??
    (scale === undefined ? undefined : unitPriceOf(charged.amount, bought.amount, scale));
  return {
    paid: formatFiat(charged.amount, charged.currency),
    fee: fee && formatFiat(fee, charged.currency),
    price: price && `1 ${bought.currency} = ${formatDecimal(price, 6, 6)} ${charged.currency}`,
    spread: spreadBps === undefined ? undefined : `${spreadBps / 100}%`,
    spreadBps,
    inAll: all && formatFiat(all, charged.currency),
    charged,
    keptPrice: terms.price,
  };
}

/**
 * The cost of a purchase as its entry tells it, before the server is asked or without a connection. The price is that of
 * the quote or none: one computed from the charge would differ from what the page says with a connection (HARD-70).
 */
export function costInEntry(entry: SingleEntry): PurchaseCost | undefined {
  const { paid } = entry;
  if (!paid) return undefined;
  const cost = costOf(entry, paid, paid);
  return paid.price === undefined ? { ...cost, price: undefined } : cost;
}

/** The cost of a purchase; undefined until the server has answered. */
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
      const { amount, currency, price, spread_bps: spreadBps } = outcome.value.data;
      const terms = { price, spreadBps };
      setKnown({ id, ...costOf({ amount: size, currency: asset }, { amount, currency }, terms) });
    };
    void ask();
    const ignore = onReconnected(() => void ask());
    return () => {
      here = false;
      ignore();
    };
  }, [id, size, asset]);
  // Going back or forward can show another transaction on the same page.
  return known?.id === id ? known : undefined;
}
