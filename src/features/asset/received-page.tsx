import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { leads } from '#core/page-leads.ts';
import { statementOf, typeText } from '#core/statement/statement.ts';
import { inPeriod, type Period, periodNames } from '#core/time/period.ts';
import { historyChanges } from '#history/history-changes.ts';
import { HistoryResults } from '#history/history-results.tsx';
import { wholeHistory } from '#history/history-store.ts';
import { incoming } from '#history/incoming-state.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { Chips } from '#ui/forms/chips.tsx';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { useShownAsOf } from '#ui/hooks/use-shown-as-of.ts';
import { PendingDeposits } from './pending-deposits.tsx';
import css from './received.module.css';

/** TX-07: received and incoming money. */
export function ReceivedPage() {
  const connected = useOnline();
  const isMasked = useMasked();
  const state = useSnapshot(wholeHistory.state);
  const { data: pending = [] } = useSnapshot(incoming.known);
  const [period, setPeriod] = useState<Period>('All time');
  useReload(wholeHistory.load, historyChanges);
  useShownAsOf(state.asOf);
  // Pending deposits are reloaded together with the history.
  const { asOf } = state;
  useEffect(() => {
    if (asOf) void incoming.load();
  }, [asOf]);

  const entries = useMemo(() => {
    const now = serverNow();
    return statementOf(state.transactions).filter(
      (entry) => typeText(entry) === 'Deposit' && inPeriod(entry.at, period, now),
    );
  }, [state.transactions, period]);

  return (
    <div className={css.received}>
      <p className="muted">{leads['/transactions/recieve']}</p>
      <div className={css.actions}>
        <Link className="btn btn--primary" href="/assets/receive">
          Generate Address
        </Link>
        <Link className="btn btn--secondary" href="/transactions">
          View All Transactions
        </Link>
      </div>
      {pending.length > 0 && <PendingDeposits deposits={pending} masked={isMasked} />}
      <Chips label="Period" options={periodNames} chosen={period} onChoose={setPeriod} />
      <section aria-label="Results">
        <HistoryResults
          history={wholeHistory}
          state={state}
          entries={entries}
          masked={isMasked}
          online={connected}
          empty={
            <p className="card empty" role="status">
              No transactions found for the selected filters.
            </p>
          }
        />
      </section>
    </div>
  );
}
