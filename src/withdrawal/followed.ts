import { proxy, type Snapshot } from 'valtio/vanilla';
import type { Withdrawal } from '#core/contract/money/withdrawal.ts';
import type { Failure, Outcome } from '#core/failure.ts';
import { type Counts, inOrder } from '#transport/calls/in-order.ts';
import { isCancellable } from './timeline-steps.ts';

/** A withdrawal as it is shown, read-only. */
export type ToldWithdrawal = Snapshot<Withdrawal>;

export interface FollowedState {
  withdrawal: ToldWithdrawal | undefined;
  /** The last read failed; reading again may help. */
  failed: boolean;
  cancelling: boolean;
  /**
   * Whether it could be cancelled when it was last read. Kept here, because between two reads only the
   * passing of time may have changed it.
   */
  cancellable: boolean;
}

export interface FollowedDeps {
  /** The server's time, in milliseconds since the epoch. */
  now(): number;
  read(id: string): Promise<Outcome<Withdrawal>>;
  cancel(id: string): Promise<Outcome<Withdrawal>>;
  /** Announces to the customer that it was cancelled. */
  cancelled(): void;
  notCancelled(failure: Failure): void;
}

/** Whether the status is final. */
export const isOver = ({ status }: ToldWithdrawal): boolean =>
  status === 'completed' || status === 'cancelled' || status === 'refunded';

/**
 * Follows one withdrawal. Its state belongs to this id, so a page that turns to another withdrawal
 * cannot show or cancel the wrong one.
 */
export function createFollowed(id: string, deps: FollowedDeps) {
  const state = proxy<FollowedState>({
    withdrawal: undefined,
    failed: false,
    cancelling: false,
    cancellable: false,
  });
  const questions = inOrder();

  function take(counts: Counts, outcome: Outcome<Withdrawal>): void {
    if (!counts()) return;
    if (outcome.ok) state.withdrawal = outcome.value;
    state.failed = !outcome.ok;
    state.cancellable =
      state.withdrawal !== undefined && isCancellable(state.withdrawal, deps.now());
  }

  async function load(): Promise<void> {
    const counts = questions.ask();
    take(counts, await deps.read(id));
  }

  return {
    state,
    load,

    async cancel(): Promise<void> {
      state.cancelling = true;
      const outcome = await deps.cancel(id);
      if (outcome.ok) {
        take(questions.ask(), outcome);
        deps.cancelled();
      } else {
        // It may have been cancelled all the same, so the server is asked.
        deps.notCancelled(outcome.failure);
        await load();
      }
      state.cancelling = false;
    },
  };
}

export type FollowedWithdrawal = ReturnType<typeof createFollowed>;
