import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { CHANGES } from './changes.ts';
import type { Loop } from './repeat.ts';

/** A quarter of the second within which every open page hears of a change (LIVE-01). */
const EVERY_MS = 250;
/** How many notes are told at once. */
const MOST = 5_000;

/** The first transaction that may have noted something since: those before are over, and told. */
const from = new WeakMap<Deps['db'], string>();

interface ToldChanges {
  readonly notes: number;
  readonly running: string;
}

/**
 * Tells what transactions have noted, so that no commit of theirs waits for a notice (HARD-96). The moment is the
 * database's own, because its triggers compare it. Of two processes that take the same notes one waits for the other,
 * and takes them if that one fails.
 */
async function tell({ db }: Deps, goesOn = true): Promise<number> {
  const first = from.get(db) ?? '0';
  const { rows } = await sql<ToldChanges>`with seen as (
      insert into change_tellers (id, seen_at)
      select true, clock_timestamp() where not exists (
        select 1 from change_tellers where seen_at > clock_timestamp() - interval '1 second'
      ) and ${goesOn}
      on conflict (id) do update set seen_at = excluded.seen_at
    ), taken as (
      delete from noted_changes where ctid = any(array(
        select ctid from noted_changes where xid >= ${first}::text::xid8 order by xid limit ${MOST}
      )) returning xid, message
    ), told as (
      select pg_notify(${CHANGES}, message)
      from (select message from taken group by message order by min(xid::text::bigint)) as messages
    )
    select (select count(*) from taken)::integer as notes, (select count(*) from told) as told,
      pg_snapshot_xmin(pg_current_snapshot())::text as running`.execute(db);
  const { notes = 0, running = first } = rows[0] ?? {};
  // What was told is deleted but not gone, where something else still reads: it is not passed by again.
  if (notes < MOST) from.set(db, running);
  return notes;
}

export const telling: Loop = {
  everyMs: EVERY_MS,
  failed: 'changes not told',
  round: async (deps, stopping) => {
    while ((await tell(deps)) === MOST && !stopping.aborted);
  },
};

/** At the end of a process: whoever writes from now on tells it, unless another process is there. */
export async function stopTelling(deps: Deps): Promise<void> {
  await sql`delete from change_tellers`.execute(deps.db);
  await tell(deps, false);
}
