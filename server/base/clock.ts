import { type RawBuilder, sql } from 'kysely';

/**
 * The server's clocks. Expiry is decided by the database's clock, so that processes whose clocks differ
 * agree; `now` is this process's own, for everything else.
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The database's clock, as an SQL expression of type timestamptz. */
  readonly sql: RawBuilder<Date>;
  /** The same, read when the expression is evaluated: after the locks that its statement waited for. */
  readonly sqlAfterLocks: RawBuilder<Date>;
  /** The same as `sql`, so many seconds later. */
  sqlIn(seconds: number): RawBuilder<Date>;
}

/** A clock that tests can move; both its times move together. */
export interface MovableClock extends Clock {
  advance(milliseconds: number): void;
}

export function movableClock(): MovableClock {
  let offset = 0;
  const after = (start: RawBuilder<Date>, milliseconds: number): RawBuilder<Date> =>
    sql<Date>`(${start} + ${milliseconds}::double precision * interval '1 millisecond')`;
  const at = (milliseconds: number) => after(sql<Date>`statement_timestamp()`, milliseconds);
  return {
    now: () => Date.now() + offset,
    get sql() {
      return at(offset);
    },
    get sqlAfterLocks() {
      return after(sql<Date>`clock_timestamp()`, offset);
    },
    sqlIn: (seconds) => at(offset + seconds * 1000),
    advance(milliseconds) {
      offset += milliseconds;
    },
  };
}

export const systemClock = (): Clock => movableClock();
