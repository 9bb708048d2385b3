import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { periodReaches } from '#core/domain/period.ts';
import { statementOf } from '#core/domain/statement.ts';
import { serverNow } from '#platform/clock.ts';
import { amendHistoryState, historyState } from '#platform/history-state.ts';
import { session } from '#transport/session.ts';
import { Button } from '#ui/button.tsx';
import { DuneSmall } from '#ui/dune-small.tsx';
import { useMasked, useOnline } from '#ui/signals.ts';
import { useReload } from '#ui/use-reload.ts';
import { useShownAsOf } from '#ui/use-shown-as-of.ts';
import { wholeHistory } from './browser.ts';
import { countText } from './count-text.ts';
import { Filters } from './filters.tsx';
import css from './history.module.css';
import { HistoryExport } from './history-export.tsx';
import { choicesIn, filterEntries, filterFromState, type HistoryFilter } from './history-filter.ts';
import { HistoryResults } from './history-results.tsx';
import { shownMonths } from './shown-months.ts';

/** A search reads on in the largest pages there are, until so many entries are known. */
const PAGE = 500;
const SEARCHED = 5000;

export function TransactionsPage() {
  const isOnline = useOnline();
  const isMasked = useMasked();
  const { timeZone } = useSnapshot(session);
  const state = useSnapshot(wholeHistory.state);
  const [filter, setFilter] = useState(() => filterFromState(historyState()));
  useReload(wholeHistory.load);
  useShownAsOf(state.asOf);

  const statement = useMemo(
    () => statementOf(state.transactions, state.failed),
    [state.transactions, state.failed],
  );
  // The pressed filter shows at once, however long the list takes to follow.
  const shown = useDeferredValue(filter);
  const isReady = state.status === 'ready';
  const hasMore = state.next !== undefined;
  const reaches = periodReaches(statement.at(-1)?.at ?? Number.NaN, shown.period, serverNow());
  const entries = useMemo(
    () => filterEntries(statement, shown, serverNow(), timeZone),
    [statement, shown, timeZone],
  );
  const months = useMemo(
    () => shownMonths(entries, { statement, goesOn: hasMore }, shown, timeZone),
    [entries, statement, hasMore, shown, timeZone],
  );

  // An entry that exists must be found, also if its page is not here yet.
  const looking =
    shown.search !== undefined &&
    isOnline &&
    isReady &&
    hasMore &&
    reaches &&
    state.failure === undefined &&
    statement.length < SEARCHED;
  useEffect(() => {
    if (looking && state.next !== undefined && !state.loadingMore) void wholeHistory.loadMore(PAGE);
  }, [looking, state.next, state.loadingMore]);

  const count = isReady
    ? countText({
        shown: entries.length,
        known: statement.length,
        goesOn: hasMore && reaches,
        filtered: choicesIn(shown) > 0 || shown.search !== undefined,
        looking,
      })
    : '';

  /** There is nothing yet, so nothing to filter or to export (EASE-02). */
  const isBare = isReady && statement.length === 0 && !hasMore;

  function choose(next: HistoryFilter): void {
    setFilter(next);
    amendHistoryState({ filter: next, row: undefined });
  }

  function showAll(): void {
    choose(filterFromState(undefined));
    // The button disappears together with the text it belongs to, and would take the focus with it.
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  return (
    <>
      <div className={`pagehead ${css.head}`}>
        <h1>Transaction History</h1>
        {!isBare && (
          <HistoryExport
            filter={filter}
            whole={isReady && !hasMore ? statement : undefined}
            asOf={state.asOf}
            online={isOnline}
          />
        )}
      </div>
      {!isBare && <Filters filter={filter} count={count} onChange={choose} />}
      {/* There from the start: what appears together with its text is not always spoken. */}
      <p className={css.count} role="status">
        {!isBare && count}
      </p>
      <section aria-label="Results" aria-busy={shown !== filter}>
        <HistoryResults
          history={wholeHistory}
          state={state}
          entries={entries}
          months={months}
          masked={isMasked}
          online={isOnline}
          mayGoOn={reaches}
          empty={
            looking ? (
              <p className="card empty">Nothing found yet.</p>
            ) : (
              <div className="card empty">
                {isBare ? (
                  <>
                    <DuneSmall />
                    <h2>No transactions yet</h2>
                    <p>What you deposit, buy, swap or withdraw will be listed here.</p>
                    <Link className="btn btn--secondary" href="/assets/receive">
                      Deposit
                    </Link>
                  </>
                ) : (
                  <>
                    <p>No transactions found for the selected filters.</p>
                    <Button onClick={showAll}>Show all</Button>
                  </>
                )}
              </div>
            )
          }
        />
      </section>
    </>
  );
}
