import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LinkOrder } from './links-thread.ts';

/**
 * The network between machines that are all this one: who speaks with a server on another machine does it
 * through a link, and a link can be cut.
 */
export interface Links {
  /** A port that leads to this one. */
  open(target: number): Promise<number>;
  /** Nothing passes through these any more, and nobody is told: neither refused nor ended. */
  cut(links: readonly number[]): Promise<void>;
  /** It passes again, and so does what was sent meanwhile. */
  heal(links: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

/** In a thread of its own: what a test computes must not look like a slow network. */
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
