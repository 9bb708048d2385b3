import { sql } from 'kysely';
import type { Reader } from '#server/store/schema/schema.ts';
import { hashOf } from './entry.ts';

const BATCH = 1000;

/** The triggers that keep the log as it is. */
const guards = [
  'audit_log_kept',
  'audit_log_whole',
  'audit_head_follows',
  'audit_head_kept',
  'audit_head_whole',
] as const;

export interface AuditFindings {
  /** How many entries the log has, and the hash of the last one, which stands for all of them. */
  readonly entries: number;
  readonly last: string;
  /** What is not as it was written; empty where the log is complete. */
  readonly wrong: readonly string[];
}

async function guardsMissing(reader: Reader): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger where tgenabled <> 'D'`.execute(reader);
  const found = new Set(rows.map(({ name }) => name));
  return guards.filter((name) => !found.has(name)).map((name) => `the trigger ${name} is off`);
}

/** What is wrong with the entries from the first to the one that the head names. */
async function brokenIn(
  reader: Reader,
  head: { readonly seq: number; readonly hash: string },
): Promise<string | undefined> {
  let previous = '';
  for (let seq = 0; seq < head.seq; ) {
    const rows = await reader
      .selectFrom('audit_log')
      .selectAll()
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return `entries ${seq + 1} to ${head.seq} are missing`;
    for (const { hash, ...row } of rows) {
      seq++;
      if (Number(row.seq) !== seq) return `entry ${seq} is missing`;
      const entry = { ...row, seq, at: row.at.toISOString() };
      if (row.previous !== previous) return `entry ${seq} does not follow the one before it`;
      if (hash !== hashOf(entry)) return `entry ${seq} was changed`;
      previous = hash;
      if (seq === head.seq) break;
    }
  }
  return previous === head.hash ? undefined : 'the last entry is not the one that was written';
}

/**
 * Reads the whole audit log and recomputes it: every entry there, in order, unchanged. Somebody with
 * the rights of the database's owner could rewrite all of it; an operator who keeps the last hash
 * elsewhere would notice.
 */
export async function verifyAudit(reader: Reader): Promise<AuditFindings> {
  const { rows } = await sql<{ seq: string; hash: string }>`
    select seq::text as seq, hash from audit_head where id = 1`.execute(reader);
  const [row] = rows;
  if (!row) return { entries: 0, last: '', wrong: ['its head is missing'] };
  const head = { seq: Number(row.seq), hash: row.hash };
  const broken = await brokenIn(reader, head);
  return {
    entries: head.seq,
    last: head.hash,
    wrong: [...(broken ? [broken] : []), ...(await guardsMissing(reader))],
  };
}
