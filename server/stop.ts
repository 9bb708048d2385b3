import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './log.ts';

/**
 * How long stopping may take after the drain. Those who stop servers mostly wait for half a minute, and
 * whoever is killed then says nothing of what hung.
 */
const DEADLINE_MS = 25_000;

/** Does what is left to do and ends with 0; where that fails or takes too long, with 1. */
export async function endAfter(
  work: () => Promise<void>,
  log: Log,
  exit: (code: number) => void,
): Promise<void> {
  const late = setTimeout(() => {
    log.error('not stopped in time');
    exit(1);
  }, DEADLINE_MS);
  try {
    await work();
    log.info('stopped');
    exit(0);
  } catch (error) {
    // Left to the runtime, the error's text would be printed, and it may quote what it failed on.
    log.error('stopping failed', {}, error);
    exit(1);
  } finally {
    clearTimeout(late);
  }
}

/** What a process that was told to stop does. */
export interface Ending {
  /** How long it goes on serving, so that a balancer sees that it is not ready any more. */
  readonly drainMs: number;
  /** Takes no more requests, answers those under way, ends its other work. */
  readonly work: () => Promise<void>;
}

/** SIGHUP: the terminal has gone. SIGQUIT: as some who run containers ask. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;

export interface Stopping {
  /** Aborted at the first signal. */
  readonly signal: AbortSignal;
  /** Says how to end once there is something to end; before, a signal ends the process at once. */
  whenStopped(ending: Ending): void;
}

/**
 * Ends the process cleanly when it is told to (OPS-03). A second SIGINT or SIGQUIT ends the drain: a
 * person waits. Other repeated signals change nothing, because some who stop servers send two.
 */
export function stopOnSignals(
  log: Log,
  exit: (code: number) => void = process.exit,
  signals: NodeJS.EventEmitter = process,
): Stopping {
  const told = new AbortController();
  const hurried = new AbortController();
  let ending: Ending = { drainMs: 0, work: async () => {} };
  const stop = async (name: string) => {
    const { drainMs, work } = ending;
    log.info('stopping', { signal: name, drainMs });
    told.abort();
    await pause(drainMs, undefined, { signal: hurried.signal }).catch(() => undefined);
    await endAfter(work, log, exit);
  };
  for (const name of SIGNALS) {
    signals.on(name, () => {
      if (!told.signal.aborted) void stop(name);
      else if (name === 'SIGINT' || name === 'SIGQUIT') hurried.abort();
    });
  }
  return {
    signal: told.signal,
    whenStopped: (given) => {
      ending = given;
    },
  };
}
