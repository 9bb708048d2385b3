import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

/** How long a database may take, each in milliseconds; 0: as long as it takes. */
export interface Limits {
  /** To get a connection: a new one, or one that is returned to the pool. */
  readonly connect: number;
  readonly statement: number;
  readonly lock: number;
  /** For what comes next in a transaction that was begun. */
  readonly idle: number;
  /** To answer at all. Longer than `statement`, so that the database's own error comes first. */
  readonly silence: number;
}

/** For what a customer waits for: one statement that hangs must not block the others. */
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

/** What the limits are called in the database, in milliseconds. */
const named = ({ statement, lock, idle }: Limits) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idle,
});

/**
 * How the limits reach the database: with the connection, or, where a pooler in between does not pass them
 * on, with each transaction (OPS-05).
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

/** Sets the limits in every transaction, and makes one around each statement that has none. */
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
 * A connection that is given up when the database says nothing. The driver's own limit would put it
 * back among the others, where the next one would wait behind the question that hangs. One whose
 * database can no longer be written to is closed: a new one may lead to the database that took over.
 */
function watched(client: pg.PoolClient, limits: Limits, reach: Reach): PostgresPoolClient {
  let lost: Error | undefined;
  let demoted = false;
  const ask: Query = async (text, values) => {
    // Nothing more is asked of it, not even to roll back: that would wait as long again.
    if (lost) throw lost;
    if (limits.silence === 0) return client.query(text, values);
    const silence = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      lost = new Error('the database does not answer');
      silence.reject(lost);
    }, limits.silence);
    try {
      return await Promise.race([client.query(text, values), silence.promise]);
    } catch (error) {
      demoted ||= error instanceof Error && 'code' in error && error.code === READ_ONLY;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  const query = reach === 'transaction' ? perTransaction(ask, limits) : ask;
  const release = (destroy?: boolean) => client.release(destroy || demoted || lost !== undefined);
  // Without cursors, which nothing here reads by.
  return { query, release } as unknown as PostgresPoolClient;
}

/** The limits that are not as they should be, by their names in the database. */
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

/** What a pooler says that does not know a parameter of a new connection. */
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
 * Finds out how the limits reach the database, by looking at those of a connection. Throws where they
 * cannot be had at all, naming them: a statement that hangs would hold others up for ever.
 */
export async function findReach(url: string, limits: Limits = serving): Promise<Reach> {
  const asked = async (client: pg.Client) =>
    differing((text, values) => client.query(text, values), limits);
  const passed = withClient({ connectionString: url, ...named(limits) }, asked);
  const ignored = await passed.catch((error: unknown) => {
    if (error instanceof Error && UNSUPPORTED.test(error.message)) return [error.message];
    throw error;
  });
  if (ignored.length === 0) return 'connection';
  const missing = await withClient({ connectionString: url }, (client) =>
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

/** How a pool is used at this moment. */
export interface PoolUse {
  readonly busy: number;
  readonly idle: number;
  /** Who waits for a connection. */
  readonly waiting: number;
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
  // Of connections at rest: heard of there already.
  pool.on('error', () => undefined);
  const use = (): PoolUse => ({
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  if (limits.silence === 0 && reach === 'connection') return { pool, use };
  // The same one for the same connection: it is known by it.
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const watching: PostgresPool = {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const own = known.get(client) ?? watched(client, limits, reach);
      known.set(client, own);
      return own;
    },
  };
  return { pool: watching, use };
}
