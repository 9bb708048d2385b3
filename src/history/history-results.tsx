import type { ReactNode } from 'react';
import type { StatementEntry } from '#core/statement/statement.ts';
import { clockText } from '#core/time/clock-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { Button } from '#ui/actions/button.tsx';
import { useUnreadCopy } from '#ui/hooks/use-unread-copy.ts';
import { Icon } from '#ui/marks/icon.tsx';
import record from '#ui/marks/record.module.css';
import { EntryList } from './entry-list.tsx';
import type { EntryGroup } from './shown-months.ts';
import type { History, HistoryState } from './transaction-list.ts';

interface Props {
  readonly history: History;
  readonly state: Pick<HistoryState, 'status' | 'failure' | 'asOf' | 'next' | 'loadingMore'>;
  readonly entries: readonly StatementEntry[];
  /** The same entries under the headings of their months. */
  readonly months?: readonly EntryGroup[];
  readonly masked: boolean;
  readonly online: boolean;
  /** Whether the pages still on the server may hold something that the filters show. */
  readonly mayGoOn?: boolean;
  /** Shown when nothing matches. */
  readonly empty: ReactNode;
  /** Retries after nothing could be loaded; by default the history is loaded again. */
  readonly onRetry?: () => void;
}

interface FailedProps {
  readonly text: string | undefined;
  /** When a list that is shown despite a failure was read. */
  readonly asOf?: Date | undefined;
  readonly className?: string | undefined;
  readonly onRetry: () => void;
}

const Failed = ({ text, asOf, className = '', onRetry }: FailedProps) => (
  <div className={`banner banner--error ${className}`} role="alert">
    <Icon name="alert" />
    <div className="grow">
      <p>Failed to load transactions: {text}</p>
      {asOf && <p>These are from {clockText(asOf, new Date(serverNow()))}.</p>}
    </div>
    <button className="textbtn" type="button" onClick={onRetry}>
      Try again
    </button>
  </div>
);

/** A history in any state: loading, failed, empty, or a list that may have more pages. */
export function HistoryResults(props: Props) {
  const { history, state, entries, months, masked, online, mayGoOn = true, empty } = props;
  const { onRetry = () => void history.load() } = props;
  const old = useUnreadCopy('history');
  if (state.status === 'failed') {
    return online ? (
      <Failed text={state.failure} onRetry={onRetry} />
    ) : (
      <div className="banner banner--offline" role="status">
        <Icon name="offline" />
        <p className="grow">
          {old
            ? `You’re offline. ${old}`
            : 'You’re offline, and no transactions are saved on this device yet. They appear here when the connection is back.'}
        </p>
      </div>
    );
  }
  if (state.status === 'loading') {
    return (
      <div className="card pad stack page-skeleton" role="status">
        <p className="muted">Loading transactions...</p>
        {['a', 'b', 'c', 'd'].map((row) => (
          <span key={row} className="skel" style={{ height: '2.5rem' }} />
        ))}
      </div>
    );
  }
  return (
    <>
      {online && state.failure && (
        <Failed
          text={state.failure}
          asOf={state.asOf}
          className={record.note}
          onRetry={() => void history.load()}
        />
      )}
      {entries.length === 0 ? (
        empty
      ) : (
        <EntryList entries={entries} months={months} masked={masked} />
      )}
      {state.next !== undefined && mayGoOn && (
        <div className={record.more}>
          <Button
            busy={state.loadingMore}
            disabledReason={online ? undefined : 'Older transactions need a connection.'}
            onClick={() => void history.loadMore()}
          >
            {state.loadingMore ? 'Loading' : 'Load more'}
          </Button>
        </div>
      )}
    </>
  );
}
