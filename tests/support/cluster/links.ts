import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LinkOrder } from './links-thread.ts';

/**
 * A simulated network: the machines of a cluster are all this machine, but each reaches a server on another one through
 * a link, which is a proxy that can be cut.
 */
export interface Links {
  /** Creates a link to the server at this port; returns the link's own port. */
  open(target: number): Promise<number>;
  /** Lets nothing pass through these links any more. Connections are neither refused nor closed. */
  cut(links: readonly number[]): Promise<void>;
  /** Lets everything pass again, also what was sent meanwhile. */
  heal(links: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

/** Starts the links in a thread of their own, so that a busy test does not slow down the simulated network. */
export function startLinks(): Links {
  const thread = new Worker(new URL('./links-thread.ts', import.meta.url), { execArgv: [] });
  let last: Promise<unknown> = Promise.resolve();
  const order = (what: LinkOrder): Promise<number> => {
    const answered = last.then(async () => {
      thread.postMessage(what);
      const [answer] = await once(thread, 'message');
      return Number(answer);
    });
    last = answered.catch(() => undefined);
    return answered;
  };
  const set = async (kind: 'cut' | 'heal', links: readonly number[]) => {
    await order({ kind, links });
  };
  return {
    open: (target) => order({ kind: 'open', target }),
    cut: (links) => set('cut', links),
    heal: (links) => set('heal', links),
    close: async () => {
      await thread.terminate();
    },
  };
}
