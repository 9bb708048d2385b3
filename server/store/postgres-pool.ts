import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

/** How long a database may take, each in milliseconds; 0: as long as it takes. */
export interface Limits {
  /** To get a connection, a new one or one that others give back. */
  readonly connect: number;
  readonly statement: number;
  readonly lock: number;
  /** For what comes next in a transaction that was begun. */
  readonly idle: number;
  /** To answer at all. Longer than `statement`: the database's own word is better than none. */
  readonly silence: number;
}

/** For whatever somebody waits for: one that hangs is not to take all the others with it. */
export const serving: Limits = {
  connect: 10_000,
  statement: 30_000,
  lock: 5_000,
  idle: 30_000,
  silence: 35_000,
};

/** For migrating and checking, which read and rewrite whole tables. */
export const unhurried: Limits = { connect: 10_000, statement: 0, lock: 0, idle: 0, silence: 0 };

const CONNECTIONS = 10;
/** A connection at rest is asked for a sign of life after so long. */
const REST_MS = 10_000;

/**
 * A connection that is given up when the database says nothing. The driver's own limit would put it
 * back among the others, where the next one would wait behind the question that hangs.
 */
function watched(client: pg.PoolClient, silenceMs: number): PostgresPoolClient {
  let lost: Error | undefined;
  const query = async (text: string, values: unknown[]) => {
    // Nothing more is asked of it, not even to roll back: that would wait as long again.
    if (lost) throw lost;
    const silence = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      lost = new Error('the database does not answer');
      silence.reject(lost);
    }, silenceMs);
    try {
      return await Promise.race([client.query(text, values), silence.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
  const release = (destroy?: boolean) => client.release(destroy || lost !== undefined);
  // Without cursors, which nothing here reads by.
  return { query, release } as unknown as PostgresPoolClient;
}

/**
 * Connections to PostgreSQL, or to an engine that speaks its protocol. `onLost`: a connection broke,
 * at rest or between two statements of a transaction; nobody else hears of the latter, and the
 * process would end with it.
 */
export function postgresPool(
  url: string,
  limits: Limits,
  onLost: (error: unknown) => void,
): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: limits.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: REST_MS,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idle,
  });
  pool.on('connect', (client) => client.on('error', onLost));
  // Of connections at rest: heard of there already.
  pool.on('error', () => undefined);
  if (limits.silence === 0) return pool;
  // The same one for the same connection: it is known by it.
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const watching = known.get(client) ?? watched(client, limits.silence);
      known.set(client, watching);
      return watching;
    },
  };
}
