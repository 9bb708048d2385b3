import { useMemo } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { statementOf } from '#core/statement/statement.ts';
import { historyChanges } from '#history/history-changes.ts';
import { HistoryResults } from '#history/history-results.tsx';
import { wholeHistory } from '#history/history-store.ts';
import { RowSkeletons } from '#ui/feedback/row-skeletons.tsx';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import css from './recent-activity.module.css';

const SHOWN = 5;

/** The latest entries, beside the wallet on a desk, below it on a tablet (EASE-08). */
export function RecentActivity() {
  const online = useOnline();
  const masked = useMasked();
  const state = useSnapshot(wholeHistory.state);
  useReload(wholeHistory.load, historyChanges);
  const entries = useMemo(
    () => statementOf(state.transactions, state.failed).slice(0, SHOWN),
    [state.transactions, state.failed],
  );
  return (
    <section className={`card ${css.sheet}`} aria-labelledby="recent">
      <div className="card__head">
        <h2 id="recent">Recent activity</h2>
        <Link className="textbtn" href="/transactions">
          All<span className="vh"> transactions</span>
        </Link>
      </div>
      {state.status === 'loading' ? (
        <RowSkeletons count={SHOWN} label="Loading transactions..." />
      ) : (
        <HistoryResults
          history={wholeHistory}
          state={state}
          entries={entries}
          masked={masked}
          online={online}
          mayGoOn={false}
          empty={<p className="pad muted">All your transactions will be displayed here.</p>}
        />
      )}
    </section>
  );
}
