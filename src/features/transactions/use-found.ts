import { useEffect, useMemo, useState } from 'react';
import { askedOf, type HistoryFilter } from '#history/history-filter.ts';
import { findHistory } from '#history/history-store.ts';
import type { History } from '#history/transaction-list.ts';
import { serverNow } from '#platform/time/server-clock.ts';

/** The pause after typing before a search is sent. */
const TYPING_MS = 250;

interface Wanted {
  readonly filter: HistoryFilter;
  readonly timeZone: string;
  /** Whether the device lacks a part of the history and the server can be asked. */
  readonly asks: boolean;
}

/** The server's results for a filter; undefined if the device has everything, or the filter hides nothing. */
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
  // Results of an earlier filter are not used, and their next page is not requested.
  return asked === filter ? found : undefined;
}
