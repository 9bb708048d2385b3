import { useDeferredValue, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { marketOf } from '#core/money/region.ts';
import { statementOf } from '#core/statement/statement.ts';
import { isJulyYear } from '#core/tax/country-rules.ts';
import { periodReaches } from '#core/time/period.ts';
import { countText } from '#history/count-text.ts';
import css from '#history/history.module.css';
import { historyChanges } from '#history/history-changes.ts';
import {
  choicesIn,
  filterEntries,
  filterFromState,
  type HistoryFilter,
  withOthers,
} from '#history/history-filter.ts';
import { HistoryResults } from '#history/history-results.tsx';
import { wholeHistory } from '#history/history-store.ts';
import { shownMonths } from '#history/shown-months.ts';
import { SealedNotes } from '#notes/sealed-notes.tsx';
import { useNoted } from '#notes/use-noted.ts';
import { amendWhenResting, historyState } from '#platform/kept/history-state.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { DuneSmall } from '#ui/chart/dune-small.tsx';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { useShownAsOf } from '#ui/hooks/use-shown-as-of.ts';
import { presetsAt } from './dates/presets.ts';
import { Filters } from './filters.tsx';
import { HistoryExport } from './history-export.tsx';
import { useFound } from './use-found.ts';

const nothing = (): void => undefined;

export function TransactionsPage() {
  const isOnline = useOnline();
  const isMasked = useMasked();
  const current = useSnapshot(session);
  const { timeZone } = current;
  // Deferred: drawing a hundred rows at once would block the page, and no answer has to be shown in the same frame.
  const whole = useDeferredValue(useSnapshot(wholeHistory.state));
  const [filter, setFilter] = useState(() => filterFromState(historyState()));
  // The pressed filter shows at once, however long the list takes to follow.
  const shown = useDeferredValue(filter);
  const hasMore = whole.next !== undefined;
  const found = useFound({
    filter,
    timeZone,
    asks: isOnline && whole.source === 'server' && hasMore,
  });
  const search = useDeferredValue(useSnapshot((found ?? wholeHistory).state));
  useReload(wholeHistory.load, historyChanges);
  useReload(found?.load ?? nothing, historyChanges);
  useShownAsOf(whole.asOf);

  const { noted, again } = useNoted(shown.search !== undefined);

  // Until the server has answered, the search covers what the device has.
  const history = found && search.status !== 'loading' ? found : wholeHistory;
  const state = history === wholeHistory ? whole : search;
  const looking = found !== undefined && history === wholeHistory;
  const isFound = history !== wholeHistory;
  const statement = useMemo(
    () => statementOf(state.transactions, state.failed),
    [state.transactions, state.failed],
  );
  const isReady = whole.status === 'ready';
  const goesOn =
    state.next !== undefined &&
    periodReaches(statement.at(-1)?.at ?? Number.NaN, shown.period, serverNow());
  const entries = useMemo(
    () =>
      filterEntries(
        noted ? withOthers(statement, noted.entries) : statement,
        ...([shown, serverNow(), timeZone, noted?.noteOf] as const),
      ),
    [statement, shown, timeZone, noted],
  );
  const months = useMemo(
    () =>
      shownMonths(
        entries,
        { statement, goesOn: state.next !== undefined },
        shown,
        serverNow(),
        timeZone,
      ),
    [entries, statement, state.next, shown, timeZone],
  );
  const count = isReady
    ? countText({
        shown: entries.length,
        known: statement.length,
        goesOn,
        filtered: choicesIn(shown) > 0 || shown.search !== undefined,
        looking,
        settled: whole.source === 'server' || whole.failure !== undefined || !isOnline,
        found: isFound,
      })
    : '';

  const presets = presetsAt(serverNow(), timeZone, isJulyYear(undefined, marketOf(current)));
  const countOf = (of: HistoryFilter): number =>
    filterEntries(statement, of, serverNow(), timeZone, noted?.noteOf).length;

  /** The history is empty, so filters and export are hidden (EASE-02). */
  const isBare = isReady && whole.transactions.length + whole.failed.length === 0 && !hasMore;

  function choose(next: HistoryFilter): void {
    setFilter(next);
    amendWhenResting({ filter: next, row: undefined });
  }

  function showAll(): void {
    choose(filterFromState(undefined));
    // The button disappears together with the text it belongs to, and would take the focus with it.
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  return (
    <>
      <div className={css.top}>
        <div className={css.titled}>
          <h1 className="vh-m">Transaction History</h1>
          {/* The element exists from the start: some screen readers do not announce one that appears with its
              text. */}
          <p className={css.count} role="status">
            {!isBare && count}
          </p>
        </div>
        {!isBare && (
          <>
            <Filters
              filter={filter}
              presets={presets}
              timeZone={timeZone}
              countOf={isReady && !hasMore ? countOf : undefined}
              onChange={choose}
            />
            <HistoryExport
              filter={filter}
              whole={isReady && !hasMore ? statement : undefined}
              asOf={whole.asOf}
              online={isOnline}
            />
          </>
        )}
      </div>
      {noted?.closed && <SealedNotes onOpened={again} />}
      <section aria-label="Results" aria-busy={shown !== filter}>
        <HistoryResults
          history={history}
          state={state}
          entries={entries}
          months={months}
          masked={isMasked}
          online={isOnline}
          mayGoOn={goesOn && !looking}
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
