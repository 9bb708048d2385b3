import { useSnapshot } from 'valtio/react';
import { formatInstant } from '#core/time/date-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { Icon } from '#ui/marks/icon.tsx';
import type { ToldWithdrawal } from './followed.ts';
import css from './timeline.module.css';
import { ahead, awaited, standingOf, type TimelineStep, timelineOf } from './timeline-steps.ts';
import type { Followed } from './use-withdrawal.ts';

const DONE_BADLY = ['cancelled', 'failed', 'refunded'];

function Steps({
  withdrawal,
  cancellable,
  timeZone,
}: {
  withdrawal: ToldWithdrawal;
  cancellable: boolean;
  timeZone: string;
}) {
  const steps = timelineOf(withdrawal);
  const current = steps.find(({ at }) => at === undefined)?.status;
  const stateOf = ({ status, at }: TimelineStep): string => {
    if (at === undefined) return status === current ? 'current' : 'ahead';
    return DONE_BADLY.includes(status) ? 'bad' : 'done';
  };
  const waiting = (status: TimelineStep['status']): string =>
    status === current ? awaited(status, cancellable, withdrawal) : 'Not yet';
  return (
    <ol className={css.steps} aria-live="polite">
      {steps.map((step) => {
        const { status, title, at, why, mend } = step;
        return (
          <li
            key={status}
            data-state={stateOf(step)}
            aria-current={status === current ? 'step' : undefined}
          >
            <span className={css.mark} aria-hidden="true">
              {at !== undefined && <Icon name={status === 'failed' ? 'x' : 'check'} size="xs" />}
            </span>
            <span>
              <b>{title}</b>
              {why && <small>{why}</small>}
              {mend && <small>{mend}</small>}
              <small className="muted">
                {at === undefined ? waiting(status) : formatInstant(at, timeZone, serverNow())}
              </small>
              {status === 'broadcast' && withdrawal.transaction_url && (
                <a href={withdrawal.transaction_url} target="_blank" rel="noopener noreferrer">
                  View the transaction<span className="vh">, opens in a new tab</span>
                </a>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Cancel({
  followed,
  until,
  timeZone,
}: {
  followed: Followed;
  until: string;
  timeZone: string;
}) {
  const isOnline = useOnline();
  const time = formatInstant(Date.parse(until), timeZone, serverNow());
  return (
    <div className="stack">
      <p className="small muted">You can cancel until {time}. After that it is sent.</p>
      <Button
        wide
        busy={followed.cancelling}
        disabledReason={isOnline ? undefined : 'Cancelling needs a connection.'}
        onClick={followed.cancel}
      >
        Cancel withdrawal
      </Button>
    </div>
  );
}

/** A skeleton as high as three steps and, for a new withdrawal, the button that cancels it. */
function Skeleton({ held }: { held: boolean }) {
  return (
    <div className="page-skeleton stack" aria-busy="true">
      <span className="vh">Loading</span>
      <span className={`skel ${css.standing}`} />
      <div className={css.steps}>
        {ahead.map((status) => (
          <div key={status}>
            <span className="skel skel--o" />
            <span className="skel" />
          </div>
        ))}
      </div>
      {held && <span className={`skel ${css.cancel}`} />}
    </div>
  );
}

interface Props {
  readonly followed: Followed;
  /** It was just requested, so it can be cancelled. */
  readonly held?: boolean;
}

/** The progress of a withdrawal, and the button that cancels it while that is possible (BEY-15). */
export function WithdrawalTimeline({ followed, held = false }: Props) {
  const isOnline = useOnline();
  const { timeZone } = useSnapshot(session);
  const { withdrawal, failed, cancellable } = followed;
  if (!withdrawal) {
    return failed ? (
      <div className="banner banner--warn" role="status">
        <Icon name="info" />
        <p className="grow">The progress of this withdrawal is unavailable right now.</p>
        <button className="textbtn" type="button" onClick={followed.reload}>
          Try again
        </button>
      </div>
    ) : (
      <Skeleton held={held} />
    );
  }
  const { text, tone } = standingOf(withdrawal.status, cancellable, withdrawal.delayed);
  return (
    <div className={`stack ${css.timeline}`}>
      <p>
        <span className={`pill pill--${tone}`}>{text}</span>
      </p>
      <Steps withdrawal={withdrawal} cancellable={cancellable} timeZone={timeZone} />
      {(failed || !isOnline) && (
        <p className="stale">This may be out of date: the server did not answer.</p>
      )}
      {cancellable && withdrawal.cancellable_until && (
        <Cancel followed={followed} until={withdrawal.cancellable_until} timeZone={timeZone} />
      )}
    </div>
  );
}
