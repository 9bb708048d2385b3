import { useEffect, useMemo, useState } from 'react';
import { serverNow } from '#platform/clock.ts';
import { findHistory } from './browser.ts';
import { askedOf, type HistoryFilter } from './history-filter.ts';
import type { History } from './transaction-list.ts';

/** A search that is still being typed is not asked for. */
const TYPING_MS = 250;

interface Wanted {
  readonly filter: HistoryFilter;
  readonly timeZone: string;
  /** Whether the device does not have everything, and the server can be asked. */
  readonly asks: boolean;
}

/** What the server finds for a filter; undefined: the device knows itself, or nothing is left out. */
export function useFound({ filter, timeZone, asks }: Wanted): History | undefined {
  const [asked, setAsked] = useState(filter);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(filter), TYPING_MS);
    return () => clearTimeout(timer);
  }, [filter]);
  const found = useMemo(() => {
    const request = asks ? askedOf(asked, serverNow(), timeZone) : undefined;
    return request && findHistory(request);
  }, [asked, timeZone, asks]);
  // What was asked before is no answer to what is chosen now, and its next page is not asked for.
  return asked === filter ? found : undefined;
}
