import { proxy, type Snapshot } from 'valtio/vanilla';
import type { Withdrawal } from '#core/contract/withdrawal.ts';
import type { Failure, Outcome } from '#core/failure.ts';

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
  let asked = 0;
  /** The latest question that is answered: what was asked before it is older news. */
  let answered = 0;

  function take(question: number, outcome: Outcome<Withdrawal>): void {
    if (question < answered) return;
    answered = question;
    if (outcome.ok) state.withdrawal = outcome.value;
    state.failed = !outcome.ok;
  }

  async function load(): Promise<void> {
    asked += 1;
    const question = asked;
    take(question, await deps.read(id));
  }

  return {
    state,
    load,

    async cancel(): Promise<void> {
      state.cancelling = true;
      const outcome = await deps.cancel(id);
      if (outcome.ok) {
        asked += 1;
        take(asked, outcome);
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
