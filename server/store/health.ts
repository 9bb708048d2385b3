import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Whoever asks gives up soon after, and has then learnt nothing. */
const WITHIN_MS = 3_000;

/** Whether the database answers, soon: one that says nothing is as good as gone. */
export async function healthy(db: Db, withinMs = WITHIN_MS): Promise<boolean> {
  const silence = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => silence.resolve(false), withinMs);
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answer, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}
