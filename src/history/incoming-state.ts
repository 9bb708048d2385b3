import { proxy } from 'valtio/vanilla';
import type { IncomingDeposit } from '#core/contract/money/funds.ts';
import { inOrder } from '#transport/calls/in-order.ts';

export interface IncomingState {
  /** Deposits that were seen on chain and are not in the history yet (BEY-18). */
  pending: readonly IncomingDeposit[];
  source: 'snapshot' | 'server' | undefined;
}

export interface IncomingDeps {
  /** Shows the device's snapshot first, if there is one, then the server's answer. */
  read(
    show: (incoming: readonly IncomingDeposit[], source: 'snapshot' | 'server') => void,
  ): Promise<unknown>;
}

const unknown = (): IncomingState => ({ pending: [], source: undefined });

export function createIncoming(deps: IncomingDeps) {
  const state = proxy<IncomingState>(unknown());
  const questions = inOrder();

  return {
    state,

    /** A failure is not shown: the history beside it says what is wrong with the connection. */
    async load(): Promise<void> {
      const counts = questions.ask();
      await deps.read((incoming, source) => {
        // A snapshot is older than what is already on screen.
        if (source === 'snapshot' && state.source === 'server') return;
        if (!counts(source === 'server')) return;
        state.pending = incoming.filter((deposit) => deposit.state === 'pending');
        state.source = source;
      });
    },

    forget(): void {
      questions.changed();
      Object.assign(state, unknown());
    },
  };
}
