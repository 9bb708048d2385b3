import type { ServerType } from '@hono/node-server';
import type { Log } from './log.ts';

/** How long requests under way may take to finish once the server was asked to stop. */
const GRACE_MS = 8_000;

/**
 * A connection at rest is kept for longer than proxies and balancers keep theirs, which is a minute:
 * one that is closed here while a request sets out on it loses an answer for nothing.
 */
const KEPT_MS = 75_000;

/** Listens and gives back the port. */
export const listen = (server: ServerType, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEPT_MS;
    server.once('error', reject);
    server.listen({ port, ...(host && { host }) }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

/** Stops taking requests, lets those under way finish. */
export const closeServer = (server: ServerType): Promise<void> =>
  new Promise((resolve) => {
    const force = setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections();
    }, GRACE_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });

/**
 * How long stopping may take altogether. Those who stop servers mostly wait for half a minute, and
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
    exit(0);
  } catch (error) {
    // Left to the runtime, the error's text would be printed, and it may quote what it failed on.
    log.error('stopping failed', {}, error);
    exit(1);
  } finally {
    clearTimeout(late);
  }
}

/** Ends the process cleanly on SIGTERM and SIGINT. */
export function stopOnSignals(server: ServerType, log: Log, cleanUp: () => Promise<void>): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    const work = async () => {
      await closeServer(server);
      await cleanUp();
    };
    await endAfter(work, log, process.exit);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}
