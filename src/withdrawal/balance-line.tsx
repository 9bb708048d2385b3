import { whenText } from '#core/time/clock-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import type { HoldingState } from './holding.ts';
import css from './steps.module.css';

interface Props {
  readonly state: HoldingState;
  readonly masked: boolean;
  /** What is available, in words. */
  readonly amount: string;
}

/** The balance that a form takes from; one from the device says when it was read. */
export function BalanceLine({ state, masked, amount }: Props) {
  const { holding, holdingStatus, holdingAsOf, holdingStale, holdingKeptAsOf } = state;
  const at = holdingKeptAsOf ?? holdingAsOf;
  if (!holding || !at || masked) {
    const known = holding ? 'Balance hidden' : 'Balance unavailable';
    return (
      <small className="muted num" translate="no">
        {holdingStatus === 'loading' ? 'Loading balance' : known}
      </small>
    );
  }
  return (
    <small className={`muted num ${css.balance}`} translate="no">
      <span className={holdingStale ? css.unseen : undefined}>{amount} available</span>
      {/* Its place is kept, so that nothing below moves when the server's balance comes. */}
      <span className={holdingStale ? undefined : css.unseen}>
        {amount} {whenText(at, new Date(serverNow()))}
      </span>
    </small>
  );
}
