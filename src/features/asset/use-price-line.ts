import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { PriceRange } from '#core/contract/market/price.ts';
import type { Holding } from '#core/statement/portfolio.ts';
import { convertFromUsd, rates } from '#transport/money/forex-rates.ts';
import { moveOfDay, moveOver, type PricePoint, priceLine } from '#ui/chart/price-line.ts';
import { periodOf } from '#ui/chart/price-periods.tsx';
import { prices } from './price-state.ts';
import { usePrices } from './use-prices.ts';

interface About {
  readonly code: string;
  readonly holding: Holding | undefined;
  /** When the holding's price was read. */
  readonly asOf: Date | undefined;
  readonly currency: string;
  readonly online: boolean;
}

/** An asset's price now and over a period, in the customer's currency. */
export function usePriceLine({ code, holding, asOf, currency, online }: About) {
  const [range, setRange] = useState<PriceRange>('day');
  const known = useSnapshot(rates);
  const loaded = useSnapshot(prices[range].known)[code];
  usePrices(code, range);

  const inCurrency = (price: string | undefined): string | undefined =>
    convertFromUsd(price, currency, known.rates);
  const now = inCurrency(holding?.price);
  const past = (loaded?.data ?? []).flatMap(({ at, price }): PricePoint[] => {
    const converted = inCurrency(price);
    return converted === undefined ? [] : [{ at, price: converted }];
  });
  const newest = past.at(-1)?.at ?? 0;
  const points =
    now !== undefined && asOf && past.length > 0 && asOf.getTime() > newest
      ? [...past, { at: asOf.getTime(), price: now }]
      : past;
  const ofDay =
    range === 'day' && now !== undefined && holding?.change !== undefined
      ? moveOfDay(now, holding.change)
      : undefined;
  return {
    ...{ code, currency, range, setRange, now, points },
    chosen: periodOf(range),
    line: priceLine(points),
    ofDay,
    move: ofDay ?? moveOver(points),
    noRates: online && currency !== 'USD' && known.status === 'failed',
    failure: loaded?.failure,
    /** The content around it keeps its place while another range loads. */
    pending: points.length === 0 && online && loaded?.failure === undefined,
    /** The shape of the last seven days, which came with the balance: all there is without a connection. */
    week: priceLine((holding?.spark ?? []).map((price, at) => ({ at, price }))),
  };
}

export type KnownPrice = ReturnType<typeof usePriceLine>;
