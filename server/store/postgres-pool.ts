import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { PreparedNames, sendPrepared } from './prepared-statements.ts';

/** Time limits in milliseconds; 0: no limit. */
export interface Limits {
  /** For getting a connection, new or from the pool. */
  readonly connect: number;
  readonly statement: number;
  readonly lock: number;
  /** For the next statement of an open transaction. */
  readonly idle: number;
  /** For any answer. Longer than `statement`, so that the database's own error comes first. */
  readonly silence: number;
}

/** For work that customers wait for: a statement that hangs must not block the others. */
export const serving: Limits = {
  connect: 10_000,
  statement: 30_000,
  lock: 5_000,
  idle: 30_000,
  silence: 35_000,
};

/** For migrating and checking, which read and rewrite whole tables. */
export const unhurried: Limits = { connect: 10_000, statement: 0, lock: 0, idle: 0, silence: 0 };

/** The most connections of one pool. A server has one pool. */
export const CONNECTIONS = 10;
/** A connection that was idle for this long is tested before its use. */
const REST_MS = 10_000;

/** The limits by their names in the database, in milliseconds. */
const named = ({ statement, lock, idle }: Limits) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idle,
});

/**
 * How the limits reach the database: as parameters of the connection, or, if a pooler does not forward those,
 * in each transaction (OPS-05).
 */
export type Reach = 'connection' | 'transaction';

type Query = (text: string, values: unknown[]) => Promise<pg.QueryResult>;

const nothing = (command: string): pg.QueryResult => ({
  command,
  rowCount: 0,
  oid: 0,
  fields: [],
  rows: [],
});

/** Sets the limits in every transaction, and wraps each single statement in one. */
function perTransaction(query: Query, limits: Limits): Query {
  const set = Object.entries(named(limits))
    .map(([name, milliseconds]) => `set local ${name} = ${milliseconds}`)
    .join('; ');
  let inside = false;
  return async (text, values) => {
    if (/^(begin|start transaction)/.test(text)) {
      await query(`${text}; ${set}`, []);
      inside = true;
      return nothing('BEGIN');
    }
    if (text === 'commit' || text === 'rollback') {
      inside = false;
      return query(text, values);
    }
    if (inside) return query(text, values);
    await query(`begin; ${set}`, []);
    try {
      const result = await query(text, values);
      await query('commit', []);
      return result;
    } catch (error) {
      await query('rollback', []).catch(() => undefined);
      throw error;
    }
  };
}

const READ_ONLY = '25006';

/**
 * A connection that is closed when the database does not answer. The driver's own timeout would return it to
 * the pool, where the next user would wait behind the statement that hangs. A connection to a database that
 * became read-only is closed too: a new one may lead to the new primary. So is one whose prepared statements
 * no longer hold. Statements are prepared only where the connection is the server's own: behind a pooler, the
 * next statement may go to another one.
 */
function watched(
  client: pg.PoolClient,
  limits: Limits,
  reach: Reach,
  names: PreparedNames,
): PostgresPoolClient {
  let lost: Error | undefined;
  let worn = false;
  const send: Query =
    reach === 'connection'
      ? sendPrepared(client, names, () => {
          worn = true;
        })
      : (text, values) => client.query(text, values);
  const ask: Query = async (text, values) => {
    // No further statement is sent, not even a rollback, which would wait as long again.
    if (lost) throw lost;
    if (limits.silence === 0) return send(text, values);
    const silence = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      lost = new Error('the database does not answer');
      silence.reject(lost);
    }, limits.silence);
    try {
      return await Promise.race([send(text, values), silence.promise]);
    } catch (error) {
      worn ||= error instanceof Error && 'code' in error && error.code === READ_ONLY;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  const query = reach === 'transaction' ? perTransaction(ask, limits) : ask;
  const release = (destroy?: boolean) => client.release(destroy || worn || lost !== undefined);
  // Without cursors, which this server does not use.
  return { query, release } as unknown as PostgresPoolClient;
}

/** The limits with other values than wanted, by their names in the database. */
async function differing(query: Query, limits: Limits): Promise<readonly string[]> {
  const wanted = named(limits);
  const { rows } = await query(
    'select name, setting from pg_settings where name = any($1::text[])',
    [Object.keys(wanted)],
  );
  const found = new Map(rows.map(({ name, setting }) => [String(name), String(setting)]));
  return Object.entries(wanted)
    .filter(([name, milliseconds]) => found.get(name) !== String(milliseconds))
    .map(([name]) => name);
}

/** The error of a pooler that does not know a startup parameter. */
const UNSUPPORTED = /unsupported startup parameter/;

async function withClient<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: serving.connect, ...config });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Finds out how the limits reach the database, by reading them on a connection. Throws with their names if
 * they cannot be set at all: a statement that hangs would then block others for ever. `patienceMs`: for the
 * connection, and for each answer on it.
 */
export async function findReach(
  url: string,
  limits: Limits = serving,
  patienceMs: number = serving.silence,
): Promise<Reach> {
  const reached = {
    connectionString: url,
    connectionTimeoutMillis: Math.min(patienceMs, serving.connect),
    // A pooler takes the connection at once and lets the first question wait.
    query_timeout: patienceMs,
  };
  const asked = async (client: pg.Client) =>
    differing((text, values) => client.query(text, values), limits);
  const passed = withClient({ ...reached, ...named(limits) }, asked);
  const ignored = await passed.catch((error: unknown) => {
    if (error instanceof Error && UNSUPPORTED.test(error.message)) return [error.message];
    throw error;
  });
  if (ignored.length === 0) return 'connection';
  const missing = await withClient(reached, (client) =>
    differing(
      perTransaction((text, values) => client.query(text, values), limits),
      limits,
    ),
  );
  if (missing.length === 0) return 'transaction';
  throw new Error(
    `The database does not keep ${missing.join(', ')}, whether set for a connection or for a transaction. Without these limits one statement that hangs stops all others.`,
  );
}

/** The current use of a pool. */
export interface PoolUse {
  readonly busy: number;
  readonly idle: number;
  /** The number of callers that wait for a connection. */
  readonly waiting: number;
}

/**
 * A pool of connections to PostgreSQL, or to an engine with its protocol. `onLost`: called when a connection
 * breaks, idle or between two statements of a transaction; without a listener for the latter, the process
 * would end.
 */
export function postgresPool(
  url: string,
  limits: Limits,
  onLost: (error: unknown) => void,
  reach: Reach,
): { readonly pool: PostgresPool; readonly use: () => PoolUse } {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: limits.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: REST_MS,
    // What a transaction asks for at the same time is sent without waiting for the answer before.
    pipeline: true,
    ...(reach === 'connection' && named(limits)),
  });
  pool.on('connect', (client) => client.on('error', onLost));
  // Errors of idle connections are reported by the connection itself already.
  pool.on('error', () => undefined);
  const use = (): PoolUse => ({
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  if (limits.silence === 0 && reach === 'connection') return { pool, use };
  // The pool expects the same wrapper for the same connection.
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const names = new PreparedNames();
  const watching: PostgresPool = {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const own = known.get(client) ?? watched(client, limits, reach, names);
      known.set(client, own);
      return own;
    },
  };
  return { pool: watching, use };
}
