import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { doAll } from './due.ts';

const DAY_MS = 24 * 3600_000;

/** `all`: it came to its end. `waits`: it goes on where it was. `failed`: not for everybody; it begins anew. */
export type Ended = 'all' | 'waits' | 'failed';

/** How far a pass has come, which it moves on itself. */
export interface PassProgress {
  /** The id up to which it has come. */
  after: string;
  /** Whether its work failed for somebody until there. */
  failed: boolean;
}

export const atTheStart = (): PassProgress => ({ after: '', failed: false });

export type Pass = (place: PassProgress) => Promise<Ended>;

/** How a pass over all accounts is made. `what` names it, with what it depends on besides them. */
export type Passing = (what: string, pass: Pass) => Promise<Ended>;

/** At once, from the first to the last. */
export const onePass: Passing = (_what, pass) => pass(atTheStart());

/** So many accounts are looked at in one statement: a server gives up one that takes long. */
const SLICE = 2_000;

/** Accounts by their ids, from behind the one up to the other. */
export interface Slice {
  readonly after: string;
  readonly upTo: string;
}

async function endOfSlice(reader: Reader, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`select max(id) as last from (
    select id from users where id > ${after} order by id limit ${SLICE}) as slice`.execute(reader);
  return rows[0]?.last ?? undefined;
}

/** Whether an id of `column` is in it. */
export const isIn = (column: string, { after, upTo }: Slice) =>
  sql<boolean>`(${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${upTo})`;

/** A pass that does the work of all accounts, slice by slice, until `stopping`. */
export const inSlices =
  (
    { db }: Pick<Deps, 'db'>,
    stopping: AbortSignal | undefined,
    work: (slice: Slice) => Promise<Ended>,
  ): Pass =>
  async (place) => {
    for (;;) {
      const upTo = await endOfSlice(db, place.after);
      if (upTo === undefined) return place.failed ? 'failed' : 'all';
      const ended = stopping?.aborted ? 'waits' : await work({ after: place.after, upTo });
      if (ended === 'waits') return ended;
      place.failed ||= ended === 'failed';
      place.after = upTo;
    }
  };

interface Batches<Row> {
  /** The first rows of a slice, in the order of their ids; at most `most`. */
  readonly find: (slice: Slice, most: number) => Promise<readonly Row[]>;
  readonly most: number;
  /** What the log says of a row whose work failed. */
  readonly failed: string;
  readonly work: (row: Row) => Promise<unknown>;
}

/** A pass that does each slice in batches; a row that fails holds up nobody behind it. */
export const inBatches = <Row extends { readonly id: string }>(
  deps: Pick<Deps, 'db' | 'log'>,
  stopping: AbortSignal | undefined,
  { find, most, failed, work }: Batches<Row>,
): Pass =>
  inSlices(deps, stopping, async ({ after, upTo }) => {
    const batch = (last: string) => find({ after: last, upTo }, most);
    const all = await doAll(deps, { find: batch, most, failed, work, stopping }, after);
    if (stopping?.aborted) return 'waits';
    return all ? 'all' : 'failed';
  });

interface PassState {
  place: PassProgress;
  /** When it was finished, in the milliseconds of the process's clock. */
  finished: number | undefined;
}

const passes = new WeakMap<Deps['db'], Map<string, PassState>>();

/**
 * In each process at its start, and from then on once a day, however often it is asked for: what is left then is
 * only what a server of another version leaves behind, and with a million accounts a look at all of them is no
 * work for every round.
 */
export const daily =
  ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Passing =>
  async (what, pass) => {
    const all = passes.get(db) ?? new Map<string, PassState>();
    passes.set(db, all);
    const known = all.get(what) ?? { place: atTheStart(), finished: undefined };
    all.set(what, known);
    const now = clock.now();
    // A clock that was set back must not put it off for longer.
    if (known.finished !== undefined && Math.abs(now - known.finished) < DAY_MS) return 'all';
    const ended = await pass(known.place);
    if (ended !== 'waits') known.place = atTheStart();
    if (ended === 'all') known.finished = now;
    return ended;
  };
