import { type QueryExecutorProvider, sql } from 'kysely';
import type { Now } from './clock.ts';

/** An event made at `/sandbox`, as a sentence for a person. */
export interface Happened {
  readonly id: string;
  readonly sentence: string;
  /** False: nothing happened, and the sentence says why. */
  readonly happened: boolean;
  readonly at: Date;
}

const KEPT = 200;
const SHOWN = 8;

/** Records an event and returns its id. Only the newest are kept. */
export async function noteHappened(
  db: QueryExecutorProvider,
  now: Now,
  { sentence, happened }: Pick<Happened, 'sentence' | 'happened'>,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into sandbox_events (sentence, happened, at)
    values (${sentence}, ${happened}, ${new Date(now())}) returning event_id::text as id`.execute(
    db,
  );
  const id = rows[0]?.id ?? '';
  await sql`delete from sandbox_events where event_id <= ${id}::bigint - ${KEPT}`.execute(db);
  return id;
}

/** The newest events, newest first. */
export async function readHappened(db: QueryExecutorProvider): Promise<readonly Happened[]> {
  const { rows } = await sql<Happened>`select event_id::text as id, sentence, happened, at
    from sandbox_events order by event_id desc limit ${SHOWN}`.execute(db);
  return rows;
}
