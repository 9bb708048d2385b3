import type { WithdrawalStatus } from '#core/contract/withdrawal.ts';
import type { ToldWithdrawal } from './followed.ts';

export interface TimelineStep {
  readonly status: WithdrawalStatus;
  readonly title: string;
  /** Milliseconds since the epoch; undefined for a step that is still to come. */
  readonly at: number | undefined;
  readonly why: string | undefined;
}

const titles: Readonly<Record<WithdrawalStatus, string>> = {
  requested: 'Requested',
  cancelled: 'Cancelled, your money is back',
  broadcast: 'Sent to the network',
  completed: 'Completed',
  failed: 'Failed',
  refunded: 'Refunded, your money is back',
};

const reasons: Readonly<Record<NonNullable<ToldWithdrawal['cancelled_for']>, string>> = {
  reported: 'You reported activity that was not yours',
  'password-reset': 'Your password was reset',
  verification: 'Your identity check is no longer approved',
};

/** Whether it can still be cancelled, by the page's clock. */
export const isCancellable = (
  { cancellable_until: until }: Pick<ToldWithdrawal, 'cancellable_until'>,
  now: number,
): boolean => until !== null && Date.parse(until) > now;

/** The status as a word, and its tone. */
export function standingOf(
  status: WithdrawalStatus,
  cancellable: boolean,
): {
  readonly text: string;
  readonly tone: 'wait' | 'ok' | 'bad' | 'over';
} {
  switch (status) {
    case 'requested':
      return { text: cancellable ? 'On hold' : 'Being sent', tone: 'wait' };
    case 'broadcast':
      return { text: 'On its way', tone: 'wait' };
    case 'completed':
      return { text: 'Completed', tone: 'ok' };
    case 'cancelled':
      return { text: 'Cancelled', tone: 'over' };
    case 'failed':
      return { text: 'Failed', tone: 'bad' };
    case 'refunded':
      return { text: 'Refunded', tone: 'over' };
  }
}

/** What the withdrawal is waiting for. */
export function awaited(next: WithdrawalStatus, cancellable: boolean): string {
  switch (next) {
    case 'broadcast':
      return cancellable ? 'Held so that you can cancel' : 'Being sent to the network';
    case 'completed':
      return 'Waiting for the network to confirm it';
    case 'refunded':
      return 'Your money comes back to your wallet';
    case 'requested':
    case 'cancelled':
    case 'failed':
      return 'Not yet';
  }
}

/** The steps still to come, if nothing goes wrong. */
export const ahead: readonly WithdrawalStatus[] = ['requested', 'broadcast', 'completed'];

/** The steps so far and, until the status is final, those to come (BEY-15). */
export function timelineOf({
  steps,
  status,
  cancelled_for: reason,
}: Pick<ToldWithdrawal, 'steps' | 'status' | 'cancelled_for'>) {
  const taken = steps.map(
    (step): TimelineStep => ({
      status: step.status,
      title: titles[step.status],
      at: Date.parse(step.at),
      why: step.status === 'cancelled' && reason ? reasons[reason] : undefined,
    }),
  );
  const place = ahead.indexOf(status);
  const toCome =
    place < 0 ? (status === 'failed' ? (['refunded'] as const) : []) : ahead.slice(place + 1);
  return [
    ...taken,
    ...toCome.map(
      (next): TimelineStep => ({
        status: next,
        title: titles[next],
        at: undefined,
        why: undefined,
      }),
    ),
  ];
}
