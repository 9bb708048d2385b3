import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type Act, hashOf } from './entry.ts';
import { proofOf } from './proof.ts';

/**
 * Adds an act to the audit log, in the transaction that does it: both happen or neither. It locks the
 * end of the log until the transaction is over, so nothing slow may come after it.
 */
export async function record(tx: Tx, { clock }: Pick<Deps, 'clock'>, act: Act): Promise<void> {
  // Two statements, because a statement that waited for a lock has a time from before the wait.
  const { rows } = await sql<{ seq: string; hash: string }>`
    select seq::text as seq, hash from audit_head where id = 1 for update`.execute(tx);
  const [head] = rows;
  if (!head) throw new Error('the audit log has no head');
  const { rows: times } = await sql<{ at: Date }>`
    select ${clock.sql}::timestamptz(3) as at`.execute(tx);
  const said = Object.entries(act.words?.said ?? {});
  const fingerprints = Object.fromEntries(said.map(([name, words]) => [name, proofOf(words)]));
  const entry = {
    seq: Number(head.seq) + 1,
    at: (times[0]?.at ?? new Date(clock.now())).toISOString(),
    actor: act.actor,
    action: act.action,
    subject: act.subject ?? '',
    detail: JSON.stringify({ ...act.detail, ...fingerprints }),
    previous: head.hash,
  };
  const hash = hashOf(entry);
  await tx
    .insertInto('audit_log')
    .values({ ...entry, at: new Date(entry.at), hash })
    .execute();
  const user_id = act.words?.about ?? null;
  const spoken = said.map(([name, words]) => ({
    ...{ seq: entry.seq, name, user_id, words },
    written_at: new Date(entry.at),
  }));
  if (spoken.length > 0) await tx.insertInto('audit_words').values(spoken).execute();
  await tx.updateTable('audit_head').set({ seq: entry.seq, hash }).where('id', '=', 1).execute();
}

/** Records an act that writes nothing else, before it is done or shown. */
export const recordAlone = (deps: Pick<Deps, 'db' | 'clock'>, act: Act): Promise<void> =>
  inTransaction(deps.db, (tx) => record(tx, deps, act));
