import { useDeferredValue, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { periodReaches } from '#core/domain/period.ts';
import { statementOf } from '#core/domain/statement.ts';
import { serverNow } from '#platform/clock.ts';
import { amendHistoryState, historyState } from '#platform/history-state.ts';
import { Button } from '#ui/button.tsx';
import { DuneSmall } from '#ui/dune-small.tsx';
import { useMasked, useOnline } from '#ui/signals.ts';
import { useReload } from '#ui/use-reload.ts';
import { useShownAsOf } from '#ui/use-shown-as-of.ts';
import { wholeHistory } from './browser.ts';
import { Filters } from './filters.tsx';
import { HistoryExport } from './history-export.tsx';
import { filterEntries, filterFromState, type HistoryFilter } from './history-filter.ts';
import { HistoryResults } from './history-results.tsx';

export function TransactionsPage() {
  const isOnline = useOnline();
  const isMasked = useMasked();
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
  const entries = useMemo(() => filterEntries(statement, shown, serverNow()), [statement, shown]);

  /** There is nothing yet, so nothing to filter or to export (EASE-02). */
  const isBare = state.status === 'ready' && statement.length === 0 && state.next === undefined;

  function choose(next: HistoryFilter): void {
    setFilter(next);
    amendHistoryState({ filter: next });
  }

  function showAll(): void {
    choose(filterFromState(undefined));
    // The button disappears together with the text it belongs to, and would take the focus with it.
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  return (
    <>
      <div className="pagehead">
        <h1>Transaction History</h1>
        {!isBare && (
          <HistoryExport
            filter={filter}
            whole={state.status === 'ready' && state.next === undefined ? statement : undefined}
            asOf={state.asOf}
            online={isOnline}
          />
        )}
      </div>
      {!isBare && <Filters filter={filter} onChange={choose} />}
      <section aria-label="Results" aria-busy={shown !== filter}>
        <HistoryResults
          history={wholeHistory}
          state={state}
          entries={entries}
          masked={isMasked}
          online={isOnline}
          mayGoOn={periodReaches(statement.at(-1)?.at ?? Number.NaN, shown.period, serverNow())}
          empty={
            <div className="card empty" role="status">
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
          }
        />
      </section>
    </>
  );
}
