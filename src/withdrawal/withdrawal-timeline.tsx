import { useSnapshot } from 'valtio/react';
import {
  stageOf,
  stageTone,
  stageWords,
  type WithdrawalStage,
} from '#core/money/withdrawal-state.ts';
import { formatInstant, formatNear } from '#core/time/date-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { StateSign } from '#ui/feedback/state-sign.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { Icon } from '#ui/marks/icon.tsx';
import type { ToldWithdrawal } from './followed.ts';
import css from './timeline.module.css';
import { arrivalOf, STEPS, spokenState, type TimelineStep, timelineOf } from './timeline-steps.ts';
import type { Followed } from './use-withdrawal.ts';

/** Its stage, as the page knows it. */
export const stageShown = ({ withdrawal, cancellable }: Followed): WithdrawalStage | undefined =>
  withdrawal && stageOf({ ...withdrawal, cancellable });

interface Timed {
  readonly withdrawal: ToldWithdrawal;
  readonly cancellable: boolean;
  readonly timeZone: string;
}

function stepTime({ at, note, of, state }: TimelineStep, { withdrawal, timeZone }: Timed): string {
  if (at !== undefined) return formatInstant(at, timeZone, serverNow());
  const until = withdrawal.cancellable_until;
  if (of === 'waiting' && state === 'current' && note === '' && until !== null) {
    return `until ${formatNear(Date.parse(until), timeZone, serverNow())}`;
  }
  return note ?? '';
}

function Steps(timed: Timed) {
  const { withdrawal } = timed;
  return (
    <ol className={css.track} aria-label="Progress">
      {timelineOf(withdrawal, timed.cancellable).map((step) => {
        const { of, state, title, why, mend } = step;
        const time = stepTime(step, timed);
        return (
          <li key={of} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <b>
              {title}
              <span className="vh">, {spokenState(state)}</span>
            </b>
            {time && <small>{time}</small>}
            {why && <p>{why}</p>}
            {mend && <p>{mend}</p>}
            {of === 'broadcast' && withdrawal.transaction_url && (
              <a href={withdrawal.transaction_url} target="_blank" rel="noopener noreferrer">
                View the transaction<span className="vh">, opens in a new tab</span>
              </a>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** What has become of it, in words and colour. */
function State({ withdrawal, cancellable, timeZone, signed }: Timed & { signed: boolean }) {
  const stage = stageOf({ ...withdrawal, cancellable });
  const until = withdrawal.cancellable_until;
  const { title, more } = stageWords(stage, {
    until: until === null ? undefined : formatNear(Date.parse(until), timeZone, serverNow()),
    toBank: withdrawal.holder !== undefined,
    usual: arrivalOf(withdrawal),
  });
  return (
    <div className={signed ? css.told : css.state} data-stage={stage}>
      {!signed && <StateSign tone={stageTone(stage)} waits={stage !== 'sent'} />}
      <p>
        <b>{title}</b> {more && <span>{more}</span>}
      </p>
    </div>
  );
}

/** A skeleton as high as the state, the steps and, for a new withdrawal, the button that cancels it. */
function Skeleton({ held }: { held: boolean }) {
  return (
    <div className="page-skeleton stack" aria-busy="true">
      <span className="vh">Loading</span>
      <span className={`skel ${css.standing}`} />
      <div className={css.track}>
        {Array.from({ length: STEPS }, (_, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change places
          <div key={nth}>
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
  /** The sign of its state stands above already. */
  readonly signed?: boolean;
}

/**
 * What has become of a withdrawal, its progress, and the button that cancels it while that is possible (BEY-15). The
 * state alone is spoken when it changes: all steps in one breath sounded as if it had arrived (EYE-05).
 */
export function WithdrawalTimeline({ followed, held = false, signed = false }: Props) {
  const isOnline = useOnline();
  const { timeZone } = useSnapshot(session);
  const { withdrawal, failed, cancellable } = followed;
  const timed = withdrawal && { withdrawal, cancellable, timeZone };
  return (
    <div className={`stack ${css.timeline}`}>
      <div role="status">{timed && <State {...timed} signed={signed} />}</div>
      {timed ? (
        <Steps {...timed} />
      ) : failed ? (
        <div className="banner banner--warn" role="status">
          <Icon name="info" />
          <p className="grow">The progress of this withdrawal is unavailable right now.</p>
          <button className="textbtn" type="button" onClick={followed.reload}>
            Try again
          </button>
        </div>
      ) : (
        <Skeleton held={held} />
      )}
      {timed && (failed || !isOnline) && (
        <p className="stale">This may be out of date: the server did not answer.</p>
      )}
      {cancellable && withdrawal?.cancellable_until && (
        <Button
          wide
          busy={followed.cancelling}
          disabledReason={isOnline ? undefined : 'Cancelling needs a connection.'}
          onClick={followed.cancel}
        >
          Cancel withdrawal
        </Button>
      )}
    </div>
  );
}
