import { type RawBuilder, sql } from 'kysely';

/**
 * Time as the server sees it. What expires is decided by the database's clock, so that processes
 * whose clocks differ still agree; `now` is this process's own, for everything else.
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The database's clock, as an SQL expression of type timestamptz. */
  readonly sql: RawBuilder<Date>;
  /** The same, so many seconds later. */
  sqlIn(seconds: number): RawBuilder<Date>;
}

/** A clock that tests may move; both its times move together. */
export interface MovableClock extends Clock {
  advance(milliseconds: number): void;
}

export function movableClock(): MovableClock {
  let offset = 0;
  const at = (milliseconds: number): RawBuilder<Date> =>
    sql<Date>`(statement_timestamp() + ${milliseconds}::double precision * interval '1 millisecond')`;
  return {
    now: () => Date.now() + offset,
    get sql() {
      return at(offset);
    },
    sqlIn: (seconds) => at(offset + seconds * 1000),
    advance(milliseconds) {
      offset += milliseconds;
    },
  };
}

export const systemClock = (): Clock => movableClock();
