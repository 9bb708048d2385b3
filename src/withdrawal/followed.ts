import { proxy, type Snapshot } from 'valtio/vanilla';
import type { Withdrawal } from '#core/contract/withdrawal.ts';
import type { Failure, Outcome } from '#core/failure.ts';
import { type Counts, inOrder } from '#core/in-order.ts';

/** As it is shown: nobody changes it. */
export type ToldWithdrawal = Snapshot<Withdrawal>;

export interface FollowedState {
  withdrawal: ToldWithdrawal | undefined;
  /** It is not known, and asking again may help. */
  failed: boolean;
  cancelling: boolean;
}

export interface FollowedDeps {
  read(id: string): Promise<Outcome<Withdrawal>>;
  cancel(id: string): Promise<Outcome<Withdrawal>>;
  /** Each tells the customer. */
  cancelled(): void;
  notCancelled(failure: Failure): void;
}

/** Nothing more will become of it. */
export const isOver = ({ status }: ToldWithdrawal): boolean =>
  status === 'completed' || status === 'cancelled' || status === 'refunded';

/**
 * One withdrawal as the server tells it, and no other: what is shown, what an answer goes into and
 * what is cancelled are the same one, whatever the page turns to meanwhile.
 */
export function createFollowed(id: string, deps: FollowedDeps) {
  const state = proxy<FollowedState>({ withdrawal: undefined, failed: false, cancelling: false });
  const questions = inOrder();

  function take(counts: Counts, outcome: Outcome<Withdrawal>): void {
    if (!counts()) return;
    if (outcome.ok) state.withdrawal = outcome.value;
    state.failed = !outcome.ok;
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
        // Whether it was cancelled after all is what the server says next.
        deps.notCancelled(outcome.failure);
        await load();
      }
      state.cancelling = false;
    },
  };
}

export type FollowedWithdrawal = ReturnType<typeof createFollowed>;
