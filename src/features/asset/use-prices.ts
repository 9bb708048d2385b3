import { useEffect } from 'react';
import type { PriceRange } from '#core/contract/market/price.ts';
import { onReturn } from '#platform/page/on-return.ts';
import { onlineNow } from '#platform/page/online.ts';
import { prices } from './price-state.ts';

/** Past prices are of whole hours and days: this loads the last one soon after its end. */
const REFRESH_EVERY_MS = 5 * 60_000;

/**
 * Keeps the past prices fresh while the page is visible: now, every five minutes, and when the page
 * is visible again or the connection is back.
 */
export function usePrices(code: string, range: PriceRange): void {
  useEffect(() => {
    const load = (): void => {
      if (onlineNow()) void prices[range].anew(code);
    };
    const whenSeen = (): void => {
      if (document.visibilityState === 'visible') load();
    };
    load();
    const ignore = onReturn(load);
    const timer = setInterval(whenSeen, REFRESH_EVERY_MS);
    return () => {
      ignore();
      clearInterval(timer);
    };
  }, [code, range]);
}
