import { useMemo } from 'react';
import { serverNow } from '#platform/time/server-clock.ts';
import { Button } from '#ui/actions/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import record from '#ui/marks/record.module.css';
import css from './admin.module.css';
import { EntryTable } from './entry-table.tsx';
import { type Listing, type ListingState, mayHaveMore, shownEntries } from './listing-state.ts';
import { Totals } from './totals.tsx';

interface Props {
  readonly listing: Listing;
  readonly state: ListingState;
  readonly online: boolean;
  /** The merchant shown; undefined for all merchants. */
  readonly merchant?: string | undefined;
}

interface BannerProps {
  readonly text: string;
  readonly onRetry: (() => void) | undefined;
}

export const ErrorBanner = ({ text, onRetry }: BannerProps) => (
  <div className={`banner banner--error ${record.note}`} role="alert">
    <Icon name="alert" />
    <p className="grow">{text}</p>
    {onRetry && (
      <button className="textbtn" type="button" onClick={onRetry}>
        Try again
      </button>
    )}
  </div>
);

const Loading = () => (
  <div className="card pad stack page-skeleton" role="status">
    <p className="muted">Loading transactions...</p>
    {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
      <span key={row} className={`skel ${css.bone}`} />
    ))}
  </div>
);

/** A listing in any state: loading, failed, empty, or a list that may continue. */
export function ListingResults({ listing, state, online, merchant }: Props) {
  const { rows, period, status, failure, loadingMore } = state;
  const entries = useMemo(
    () => shownEntries({ rows, period }, serverNow(), merchant),
    [rows, period, merchant],
  );
  const more = mayHaveMore(state, serverNow());
  if (!online && status !== 'ready') {
    return (
      <p className="card empty" role="status">
        You’re offline. Merchants’ transactions are not kept on this device and need a connection.
      </p>
    );
  }
  if (status === 'failed') {
    return (
      <ErrorBanner
        text={`Failed to load transactions: ${failure}`}
        onRetry={() => void listing.load()}
      />
    );
  }
  if (status === 'loading' || (loadingMore && entries.length === 0)) return <Loading />;
  return (
    <>
      {online && failure && (
        <ErrorBanner text={`Failed to load transactions: ${failure}`} onRetry={undefined} />
      )}
      {entries.length > 0 ? (
        <div className="card">
          <Totals entries={entries} whole={!more} />
          <div className={css.scroll}>
            <EntryTable entries={entries} named={merchant === undefined} />
          </div>
        </div>
      ) : (
        !more && (
          <p className="card empty" role="status">
            No completed or failed transactions found for the selected filters.
          </p>
        )
      )}
      {more && (
        <div className={record.more}>
          <Button
            busy={loadingMore}
            disabledReason={online ? undefined : 'Older transactions need a connection.'}
            onClick={() => void listing.loadMore()}
          >
            {loadingMore ? 'Loading' : 'Load more'}
          </Button>
        </div>
      )}
    </>
  );
}
