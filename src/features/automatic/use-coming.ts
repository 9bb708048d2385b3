import { useSnapshot } from 'valtio/react';
import { type Coming, comingBuys } from '#automatic/cover.ts';
import { buys } from '#automatic/recurring-state.ts';
import { marketOf } from '#core/money/region.ts';
import { holdingsOf } from '#core/statement/portfolio.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { balances } from '#transport/money/known-balances.ts';
import { session } from '#transport/session/session.ts';

/** The cash of the customer's market; undefined while it is not known. */
export function useCash(): { readonly code: string; readonly available: string } | undefined {
  const market = marketOf(useSnapshot(session));
  const { data } = useSnapshot(balances.known);
  const held = data && holdingsOf(data.entries, market).find(({ code }) => code === market);
  return held && { code: market, available: held.available };
}

/** What is bought next, and whether cash covers it; undefined while either is not known. */
export function useComing(): readonly Coming[] | undefined {
  const cash = useCash();
  const list = useSnapshot(buys.known).data?.list;
  return cash && list && comingBuys(list, cash, serverNow());
}
