import { AsyncLocalStorage } from 'node:async_hooks';

/** Something a process repeats: a loop of the server. */
export interface Round {
  /** It is left out for so long at most. */
  readonly restsMs: number;
  /** The tables that it has read or written so far. */
  readonly tables: Set<string>;
  /** Whether its last round changed anything. */
  changed: boolean;
  /** What was the newest change when its last round began. */
  seen: number;
  begunAt: number;
}

/** What finds nothing rests for so many of its intervals, but at least for so long. */
const RESTS = 5;
const RESTS_MS = 60_000;

export const aRound = (everyMs: number): Round => ({
  restsMs: everyMs > RESTS_MS ? 0 : Math.max(RESTS_MS, everyMs * RESTS),
  tables: new Set(),
  changed: true,
  seen: 0,
  begunAt: Number.NEGATIVE_INFINITY,
});

/** Written in every round, whether or not it found anything. */
const bookkeeping = /^(prices|exchange_rates|custody_feeds|data_updates|books_marks|\w+_rounds)$/;

const TABLES = /\b(?:from|join|into|update)\s+"?(\w+)"?/gi;
const WRITTEN = /\b(?:insert into|update|delete from)\s+"?(\w+)"?/gi;

/**
 * What the loops of all processes have read and changed. A loop that found nothing, and whose tables nobody
 * has changed since, would find nothing again, but for what the passing of time and parties bring: it waits
 * longer. Thus a run's steps are what somebody does, and not what nobody does.
 */
export class Rounds {
  readonly #running = new AsyncLocalStorage<Round>();
  /** When each table was changed last, by number of the change. */
  readonly #changes = new Map<string, number>();
  #number = 0;

  /** Begins the next round of a loop, unless it would be idle. */
  begin(round: Round, now: number, run: () => void): void {
    if (!this.#isWorth(round, now)) return;
    round.changed = false;
    round.seen = this.#number;
    round.begunAt = now;
    this.#running.run(round, run);
  }

  #isWorth({ changed, tables, seen, begunAt, restsMs }: Round, now: number): boolean {
    if (changed || now >= begunAt + restsMs) return true;
    return [...tables].some((table) => (this.#changes.get(table) ?? 0) > seen);
  }

  /** Who makes the statement that is about to be made. */
  get current(): Round | undefined {
    return this.#running.getStore();
  }

  /** A statement has been made, and has changed so many rows. */
  note(round: Round | undefined, text: string, rows: number): void {
    if (round) for (const [, table = ''] of text.matchAll(TABLES)) round.tables.add(table);
    if (rows === 0) return;
    for (const [, table = ''] of text.matchAll(WRITTEN)) {
      if (bookkeeping.test(table)) continue;
      this.#number += 1;
      this.#changes.set(table, this.#number);
      if (round) round.changed = true;
    }
  }
}
