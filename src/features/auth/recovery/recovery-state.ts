import { proxy } from 'valtio/vanilla';
import type { Recovery } from '#core/contract/account/recovery.ts';
import type { Failure, Outcome } from '#core/failure.ts';
import { inOrder } from '#transport/calls/in-order.ts';

export interface RecoveryDeps {
  read(): Promise<Outcome<Recovery>>;
  stop(): Promise<Outcome<Recovery>>;
  /** The text for a failure. */
  explain(failure: Failure): string;
}

export interface RecoveryState {
  /** `over`: the link is no longer valid. */
  phase: 'loading' | 'known' | 'over' | 'failed';
  recovery: Recovery | undefined;
  stopping: boolean;
  /** Why the last request failed. */
  failure: string | undefined;
}

const isOver = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.refusal.code === 'NOT_FOUND';

/** The state of the page that a mailed link opens. */
export function createRecovery(deps: RecoveryDeps) {
  const state = proxy<RecoveryState>({
    phase: 'loading',
    recovery: undefined,
    stopping: false,
    failure: undefined,
  });
  const answers = inOrder();

  function hear(outcome: Outcome<Recovery>): void {
    if (outcome.ok) {
      Object.assign(state, { phase: 'known', recovery: outcome.value, failure: undefined });
    } else if (isOver(outcome.failure)) {
      Object.assign(state, { phase: 'over', failure: undefined });
    } else {
      state.failure = deps.explain(outcome.failure);
      if (state.phase === 'loading') state.phase = 'failed';
    }
  }

  /** Reads the recovery's status. */
  async function look(): Promise<void> {
    const counts = answers.ask();
    const outcome = await deps.read();
    if (counts(outcome.ok)) hear(outcome);
  }

  async function retry(): Promise<void> {
    Object.assign(state, { phase: 'loading', failure: undefined });
    await look();
  }

  /** Stops the recovery: somebody else started it, or it is not needed any more. */
  async function stop(): Promise<void> {
    if (state.stopping) return;
    state.stopping = true;
    const outcome = await deps.stop();
    answers.changed();
    state.stopping = false;
    hear(outcome);
  }

  /** Takes the state of the recovery from the answer to another call. */
  function known(recovery: Recovery): void {
    answers.changed();
    hear({ ok: true, value: recovery });
  }

  return { state, look, retry, stop, known };
}

export type RecoveryMachine = ReturnType<typeof createRecovery>;
