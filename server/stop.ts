import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './base/log.ts';

/**
 * How long stopping may take after the drain. Orchestrators usually kill a process after half a minute, and a
 * killed process cannot log what hung.
 */
const DEADLINE_MS = 25_000;

/** Does the remaining work and exits with 0; on a failure or timeout with 1. */
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
    // The runtime would print the error's text, which may quote data.
    log.error('stopping failed', {}, error);
    exit(1);
  } finally {
    clearTimeout(late);
  }
}

/** How a process ends that was told to stop. */
export interface Ending {
  /** How long it goes on serving, so that a load balancer sees that it is no longer ready. */
  readonly drainMs: number;
  /** Refuses new requests, answers those under way and ends other work. */
  readonly work: () => Promise<void>;
}

/** SIGHUP: the terminal was closed. SIGQUIT: sent by some container runtimes. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;

export interface Stopping {
  /** Aborted at the first signal. */
  readonly signal: AbortSignal;
  /** Sets how to end, once there is something to end; before that, a signal ends the process at once. */
  whenStopped(ending: Ending): void;
}

/**
 * Ends the process cleanly on a signal (OPS-03). A second SIGINT or SIGQUIT skips the rest of the drain,
 * since a person waits. Other repeated signals change nothing, because some orchestrators send two.
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
