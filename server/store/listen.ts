import { setTimeout as pause } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/** The receiver of notifications on a channel of the database. */
export interface Listener {
  heard(message: string): void;
  /** The connection listens from now on. Earlier notifications may have been missed. */
  began(): void;
  /** The connection broke or failed; it is retried soon. */
  lost(error: unknown): void;
}

export interface Listening {
  /** Replaces the connection by a new one. */
  renew(): void;
  close(): Promise<void>;
}

const CONNECT_MS = 10_000;
/** Short, because open pages hear nothing meanwhile. */
const AGAIN_MS = 500;

/**
 * Listens on a connection of its own, outside of the pool, and reconnects whenever it breaks. `url` leads to
 * the database itself, because a transaction pooler does not forward notifications.
 */
export function listenOnPostgres(url: string, channel: string, listener: Listener): Listening {
  const closing = new AbortController();
  let giveUp = (_: unknown): void => undefined;

  async function listenOnce(): Promise<void> {
    const gone = Promise.withResolvers<never>();
    gone.promise.catch(() => undefined);
    giveUp = gone.reject;
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      keepAlive: true,
      application_name: 'kopa changes',
    });
    client.on('error', gone.reject);
    client.on('end', () => gone.reject(new Error('the database closed the connection')));
    client.on('notification', ({ payload = '' }) => listener.heard(payload));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      listener.began();
      await gone.promise;
    } finally {
      // A connection that hangs does not answer its end, either, so nobody waits for that.
      void client.end().catch(() => undefined);
    }
  }

  async function listen(): Promise<void> {
    while (!closing.signal.aborted) {
      await listenOnce().catch((error: unknown) => {
        if (!closing.signal.aborted) listener.lost(error);
      });
      await pause(AGAIN_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  const running = listen();
  return {
    renew: () => giveUp(new Error('given up')),
    close: async () => {
      closing.abort();
      giveUp(new Error('closed'));
      await running;
    },
  };
}

/** The same on the embedded database, which is in this process. */
export function listenEmbedded(pglite: PGlite, channel: string, listener: Listener): Listening {
  const listening = pglite.listen(channel, (message) => listener.heard(message));
  listening.then(
    () => listener.began(),
    (error: unknown) => listener.lost(error),
  );
  return {
    renew: () => undefined,
    close: async () => {
      const stop = await listening.catch(() => undefined);
      await stop?.();
    },
  };
}
