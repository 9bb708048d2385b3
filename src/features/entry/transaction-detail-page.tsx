import { type CSSProperties, useCallback } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { reportTopic } from '#core/carried/report-topic.ts';
import type { WithdrawalStatus } from '#core/contract/money/withdrawal.ts';
import { ALL_COSTS, FEE_NAME } from '#core/money/purchase.ts';
import {
  isNotSent,
  isRefund,
  RETURNED,
  type StatementEntry,
  transactionIdOf,
  underWayText,
} from '#core/statement/statement.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { type DetailFacts, type DetailRow, detailRows } from '#history/detail-rows.ts';
import { EntryIcon } from '#history/entry-row.tsx';
import { entryText } from '#history/entry-text.ts';
import css from '#history/transactions.module.css';
import { usePurchaseCost } from '#history/use-purchase-cost.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { HelpWith } from '#ui/actions/help-with.tsx';
import { Explained } from '#ui/feedback/explained.tsx';
import { Later } from '#ui/feedback/later.tsx';
import { useMasked } from '#ui/hooks/signals.ts';
import { IdLine } from '#ui/marks/id-line.tsx';
import { Mask } from '#ui/marks/mask.tsx';
import record from '#ui/marks/record.module.css';
import { useWithdrawal } from '#withdrawal/use-withdrawal.ts';
import { WithdrawalTimeline } from '#withdrawal/withdrawal-timeline.tsx';
import { entryFromState } from './entry-from-state.ts';
import { ReceiptActions } from './receipt-actions.tsx';

/** A withdrawal's status as a list would say it now. */
function withdrawalText(status: WithdrawalStatus): string {
  switch (status) {
    case 'requested':
    case 'broadcast':
      return underWayText[status];
    case 'completed':
      return 'Withdrawn';
    case 'failed':
      return 'Failed';
    case 'cancelled':
    case 'refunded':
      return RETURNED;
  }
}

/** The rows whose values are computed. */
const explained: readonly string[] = [
  'Value then',
  'Rate',
  'Price',
  'Recipient gets',
  'Network fee',
  'Fee',
  FEE_NAME,
  ALL_COSTS,
];

interface ValueProps {
  readonly entry: StatementEntry;
  readonly facts: DetailFacts;
  readonly row: DetailRow;
}

/** The value of a row; a computed one can be explained. */
function Value({ entry, facts, row }: ValueProps) {
  if (!explained.includes(row.label) || row.value === 'None') return row.value;
  const explain = async () =>
    (await import('#history/explain-entry.ts')).explainRow(entry, facts, row);
  return (
    <Explained of={explain} name={row.label}>
      {row.value}
    </Explained>
  );
}

export function TransactionDetailPage() {
  const hidden = useMasked();
  const { timeZone } = useSnapshot(session);
  const kept = entryFromState(useHistoryState());
  const withdrawalId =
    kept?.kind === 'single' && kept.recipient && kept.trackingId ? kept.trackingId : undefined;
  const followed = useWithdrawal(withdrawalId);
  // The withdrawal may have changed since the list wrote its entry.
  const now = followed.withdrawal?.status;
  const entry: StatementEntry | undefined =
    kept?.kind === 'single' && now ? { ...kept, status: withdrawalText(now) } : kept;
  const cost = usePurchaseCost(entry);
  const entryId = entry?.id ?? '';
  const loadNote = useCallback(async () => {
    const { NoteCard } = await import('#notes/note-card.tsx');
    return () => <NoteCard entryId={entryId} />;
  }, [entryId]);
  if (!entry) {
    return (
      <section className="card empty">
        <h2>Transaction not found</h2>
        <Link className="btn btn--secondary" href="/transactions">
          Go back to transactions
        </Link>
      </section>
    );
  }
  const { title, amount, arrives, failed, second } = entryText(entry);
  const facts = { cost, withdrawal: followed.withdrawal };
  const awaited =
    withdrawalId !== undefined &&
    !followed.withdrawal &&
    !followed.failed &&
    // The fee of a returned withdrawal came back too, so it is not shown.
    entry.status !== RETURNED;
  return (
    <div className={record.detail}>
      <div className={record.top}>
        <EntryIcon entry={entry} />
        <h2>{title}</h2>
        <p
          className={`num ${record.amount} ${arrives ? 'pos' : ''} ${failed ? css.failed : ''}`}
          translate="no"
          style={{ '--chars': amount.length } as CSSProperties}
        >
          {hidden ? <Mask of="Amount" /> : amount}
        </p>
        {second && (
          <p className="num muted" translate="no">
            {hidden ? <Mask of="Amount" /> : second}
          </p>
        )}
        <p className="muted">{formatInstant(entry.at, timeZone, serverNow())}</p>
      </div>
      <div className="sides">
        <section className="card pad stack" aria-labelledby="payment-details">
          <h2 id="payment-details">Payment details</h2>
          <dl className="kv">
            {detailRows(entry, { ...facts, awaited }).map((row) =>
              row.kind === 'id' || row.kind === 'address' ? (
                <IdLine
                  key={row.label}
                  label={row.label}
                  id={row.value}
                  grouped={row.kind === 'address'}
                  unseen={row.unseen}
                />
              ) : (
                <div key={row.label} style={row.unseen && { visibility: 'hidden' }}>
                  <dt>{row.label}</dt>
                  <dd
                    className={
                      row.kind === 'amount' || explained.includes(row.label) ? 'num' : undefined
                    }
                    translate={row.kind === 'amount' ? 'no' : undefined}
                  >
                    {hidden && row.kind === 'amount' ? (
                      <Mask of="Amount" />
                    ) : (
                      <Value entry={entry} facts={facts} row={row} />
                    )}
                  </dd>
                </div>
              ),
            )}
          </dl>
        </section>
        <div className="stack">
          {withdrawalId !== undefined && (
            <section className="card pad stack" aria-labelledby="withdrawal-steps">
              <h2 id="withdrawal-steps">Withdrawal</h2>
              <WithdrawalTimeline followed={followed} held={isNotSent(entry)} />
            </section>
          )}
          <Later load={loadNote} soon />
          {/* A payment that was never made has no receipt. */}
          {(entry.kind !== 'failed' || isRefund(entry)) && (
            <ReceiptActions key={entry.id} entry={entry} facts={facts} awaited={awaited} />
          )}
          <div className={`no-print ${css.receipt}`}>
            <Link
              className="textbtn"
              href="/requests/new"
              state={reportTopic.give({
                transaction: { title, id: transactionIdOf(entry), at: entry.at },
              })}
            >
              Report a problem
            </Link>
            <HelpWith topic={{ title, reference: transactionIdOf(entry) }} />
          </div>
        </div>
      </div>
    </div>
  );
}
