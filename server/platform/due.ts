import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import type { LogFields } from '#server/base/log.ts';
import type { Deps } from '#server/deps.ts';
import type { Db, Schema, Tx } from '#server/store/schema/schema.ts';
import { turns } from './turns.ts';

/** Work that waits as rows of a table. The SQL in it names columns of that table. */
interface Due {
  readonly table: keyof Schema;
  /** The column that identifies a row. */
  readonly key?: string;
  /** The condition of the rows that are due. */
  readonly when: RawBuilder<unknown>;
  /** The order in which rows are taken. */
  readonly order: RawBuilder<unknown>;
  /** The most rows taken at once. */
  readonly most: number;
  /**
   * What is written to a row that is taken. Afterwards `when` must be false until the lease ends: the
   * moment from which another process may take the row, because this one may have been killed.
   */
  readonly set: RawBuilder<unknown>;
  /** The columns that are returned; all by default. */
  readonly returning?: RawBuilder<unknown>;
}

/**
 * Takes due rows for this process alone, in one statement. Any number of processes may do so at once:
 * a row that another one is just taking is skipped. The lease is a moment stored in the row, so it does
 * not depend on a database session and survives a killed process.
 */
export async function takeDue<Row>(db: Db | Tx, due: Due): Promise<readonly Row[]> {
  const { key = 'id', when, order, most, set, returning = sql`*` } = due;
  const table = sql.table(due.table);
  // An array, because a subquery of IN may run several times and then takes more rows than `most`.
  const { rows } = await sql<Row>`update ${table} set ${set}
    where ${sql.ref(key)} = any(array(
      select ${sql.ref(key)} from ${table} where ${when}
      order by ${order} limit ${most} for update skip locked
    )) returning ${returning}`.execute(db);
  return rows;
}

/** So much of a pause is left out by chance, so that what failed together is not tried together (READ-15). */
const JITTER = 0.2;

/** When work that failed is tried again: after 2 s, then each time after twice as long, or somewhat earlier. */
export const afterAttempts = (
  clock: Clock,
  attempts: number,
  longestSeconds: number,
  chance: () => number = Math.random,
): RawBuilder<Date> =>
  clock.sqlIn(Math.min(2 ** Math.min(attempts, 10), longestSeconds) * (1 - JITTER * chance()));

interface Pause {
  /** The pause as a fraction of the time passed so far: 20 means a twentieth. */
  readonly part: number;
  readonly leastSeconds: number | RawBuilder<number>;
  readonly mostSeconds?: number;
}

/** The next check of something under way since a column's moment: the pause grows with the age. */
export const afterPartOf = (
  { sql: now }: Clock,
  since: string,
  { part, leastSeconds, mostSeconds }: Pause,
): RawBuilder<Date> => {
  const seconds = (count: number | RawBuilder<number>) => sql`${count} * interval '1 second'`;
  // LEAST ignores nulls.
  const most = mostSeconds === undefined ? sql`null` : seconds(mostSeconds);
  return sql`${now} + least(${most},
    greatest(${seconds(leastSeconds)}, (${now} - ${sql.ref(since)}) / ${sql.lit(part)}))`;
};

interface Each<Row> {
  /** How many rows are worked on at once; one by default. */
  readonly atOnce?: number;
  /**
   * When it is aborted, no further row is begun: the remaining ones are given back, or stay taken until their
   * lease ends.
   */
  readonly stopping?: AbortSignal | undefined;
  readonly giveBack?: (row: Row) => Promise<unknown>;
  /** The log fields of a row that failed. */
  readonly facts?: (row: Row) => LogFields;
}

/**
 * Does the work of each row by itself: one that fails is logged as `failed` and does not hold up the
 * others. Returns whether none failed.
 */
export async function doEach<Row>(
  { log }: Pick<Deps, 'log'>,
  rows: readonly Row[],
  failed: string,
  work: (row: Row) => Promise<unknown>,
  { atOnce = 1, stopping, giveBack, facts }: Each<Row> = {},
): Promise<boolean> {
  const hall = turns(atOnce, Number.POSITIVE_INFINITY);
  const one = async (row: Row): Promise<boolean> => {
    try {
      await (stopping?.aborted ? giveBack?.(row) : work(row));
      return true;
    } catch (error) {
      log.error(failed, facts?.(row), error);
      return false;
    }
  };
  const done = await Promise.all(rows.map((row) => hall.run(() => one(row))));
  return done.every(Boolean);
}

/** Does the parts of a round one after another; one that fails keeps none behind it from being done. */
export const inTurn = (
  deps: Pick<Deps, 'log'>,
  failed: string,
  steps: readonly (() => Promise<unknown>)[],
  stopping?: AbortSignal,
): Promise<boolean> => doEach(deps, steps, failed, (step) => step(), { stopping });

interface Rows<Row> {
  /** The first rows behind an id, in the order of their ids; at most `most`. */
  readonly find: (after: string, most: number) => Promise<readonly Row[]>;
  readonly most: number;
  readonly failed: string;
  readonly work: (row: Row) => Promise<unknown>;
  readonly facts?: (row: Row) => LogFields;
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Does the work of all rows that wait, batch by batch. Each batch begins behind the one before, so that rows that fail,
 * and are found again in the next round, hold up nobody behind them. Returns whether none failed.
 */
export async function doAll<Row extends { readonly id: string }>(
  deps: Pick<Deps, 'log'>,
  { find, most, failed, work, facts, stopping }: Rows<Row>,
  after = '',
): Promise<boolean> {
  let all = true;
  for (let last: string | undefined = after; last !== undefined; ) {
    if (stopping?.aborted) return false;
    const rows: readonly Row[] = await find(last, most);
    const done = await doEach(deps, rows, failed, work, { stopping, ...(facts && { facts }) });
    all &&= done;
    last = rows.length === most ? rows.at(-1)?.id : undefined;
  }
  return all;
}

interface Asking<Row> {
  readonly take: () => Promise<readonly Row[]>;
  /** The most rows that `take` returns; all of them are asked about at once. */
  readonly most: number;
  /** Asks a party about a row; false without an answer, so that the row becomes due again. */
  readonly ask: (row: Row) => Promise<boolean>;
  readonly failed: string;
  readonly facts: (row: Row) => LogFields;
  readonly stopping: AbortSignal | undefined;
}

/**
 * Asks a party about all due rows, batch by batch while it answers, and returns the number of answers. A
 * silent party costs a round one timeout.
 */
export async function askDue<Row>(
  deps: Pick<Deps, 'log'>,
  { take, most, ask, failed, facts, stopping }: Asking<Row>,
): Promise<number> {
  let answered = 0;
  let due: readonly Row[];
  let silent = false;
  if (stopping?.aborted) return answered;
  do {
    due = await take();
    const work = async (row: Row) => {
      if (await ask(row)) answered++;
      else silent = true;
    };
    await doEach(deps, due, failed, work, { atOnce: most, stopping, facts });
  } while (due.length === most && !silent && !stopping?.aborted);
  return answered;
}

interface Looks<Row> {
  /** A table with a row per customer: `look_at` is when somebody has to look at it next. */
  readonly table: 'data_updates' | 'endings' | 'tax_asks';
  /** Looks at a customer, and writes when to look next. */
  readonly work: (row: Row) => Promise<unknown>;
  readonly failed: string;
  readonly stopping: AbortSignal | undefined;
}

const LOOKED_AT = 100;
/** For so long a customer belongs to the process that took them. */
const LOOK_SECONDS = 300;

/** Looks at every customer whose moment has come, a batch at a time. */
export async function lookAtDue<Row>(
  deps: Deps,
  { table, work, failed, stopping }: Looks<Row>,
): Promise<void> {
  let due: readonly Row[];
  do {
    due = await takeDue<Row>(deps.db, {
      table,
      key: 'user_id',
      when: sql`look_at <= ${deps.clock.sql}`,
      order: sql`look_at`,
      most: LOOKED_AT,
      set: sql`look_at = ${deps.clock.sqlIn(LOOK_SECONDS)}`,
    });
    await doEach(deps, due, failed, work, { stopping });
  } while (due.length === LOOKED_AT && !stopping?.aborted);
}
