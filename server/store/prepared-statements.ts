import type pg from 'pg';

/** A statement that is sent this often is worth a plan that is kept; the same number as in JDBC's driver. */
const PREPARED_FROM = 5;
/** More than a server sends of its own; each one costs the database some 20 KB in each connection. */
const MOST_PREPARED = 300;
/** Of the statements that are not sent often enough, so many are counted before counting begins again. */
const MOST_COUNTED = 1_000;

/**
 * Which statements are prepared: those with values that come again and again. A pool's connections share the
 * names, and each connection prepares a statement when it first sends it.
 */
export class PreparedNames {
  readonly #names = new Map<string, string>();
  #counts = new Map<string, number>();

  /** The name under which a statement is prepared; undefined if it is sent as it is. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known || this.#names.size >= MOST_PREPARED) return known;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < PREPARED_FROM) {
      if (this.#counts.size >= MOST_COUNTED) this.#counts = new Map();
      this.#counts.set(text, count);
      return undefined;
    }
    this.#counts.delete(text);
    const name = `kopa_${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}

const UNKNOWN_STATEMENT = '26000';
const NAME_IN_USE = '42P05';
const UNSUPPORTED_FEATURE = '0A000';

/**
 * The errors of a statement whose preparation no longer holds: a pooler has changed the connection behind it,
 * or a migration the columns that it answers with ("cached plan must not change result type"). It was not run.
 */
export const notPreparedAnyMore: ReadonlySet<string> = new Set([
  UNKNOWN_STATEMENT,
  NAME_IN_USE,
  UNSUPPORTED_FEATURE,
]);

/**
 * Sends statements through a connection, by name where one is prepared. Where a preparation no longer holds,
 * `onStale` is called and the statement is sent as it is, if no transaction is open; an open one is over by
 * the error and has to be run again.
 */
export function sendPrepared(
  client: pg.PoolClient,
  names: PreparedNames,
  onStale: () => void,
): (text: string, values: unknown[]) => Promise<pg.QueryResult> {
  return async (text, values) => {
    const name = values.length > 0 ? names.nameOf(text) : undefined;
    if (name === undefined) return client.query(text, values);
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!notPreparedAnyMore.has(code)) throw error;
      onStale();
      if (client.getTransactionStatus() !== 'I') throw error;
      return await client.query(text, values);
    }
  };
}
