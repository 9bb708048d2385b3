import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';

const EVERY_MS = 10 * 60_000;
const BATCH = 1000;

/** Tables whose rows mean nothing any more after an instant, and the key of a row. */
const sweepable = [
  { table: 'nonces', key: ['scope', 'nonce'], expiry: 'expires_at' },
  { table: 'rate_limits', key: ['key'], expiry: 'resets_at' },
  { table: 'login_attempts', key: ['key'], expiry: 'resets_at' },
  { table: 'sessions', key: ['id'], expiry: 'refresh_expires_at' },
  { table: 'quotes', key: ['id'], expiry: 'expires_at' },
  { table: 'email_codes', key: ['email', 'purpose'], expiry: 'today_ends_at' },
  { table: 'known_devices', key: ['user_id', 'device_hash'], expiry: 'expires_at' },
  { table: 'report_links', key: ['token_hash'], expiry: 'expires_at' },
  { table: 'second_factor_grants', key: ['session_id'], expiry: 'expires_at' },
  { table: 'notices', key: ['id'], expiry: 'expires_at' },
] as const;

/** Removes what has expired, a batch at a time so that no lock is held for long. */
export async function sweep(deps: Deps): Promise<void> {
  for (const { table, key, expiry } of sweepable) {
    const columns = sql.join(key.map((column) => sql.ref(column)));
    // A day of grace: a quote asked about late is still told apart from one that never was.
    const before = deps.clock.sqlIn(-24 * 3600);
    for (let removed = BATCH; removed === BATCH; ) {
      const result = await sql`delete from ${sql.table(table)} where (${columns}) in (
        select ${columns} from ${sql.table(table)} where ${sql.ref(expiry)} < ${before} limit ${BATCH}
      )`.execute(deps.db);
      removed = Number(result.numAffectedRows ?? 0n);
    }
  }
}

/** Sweeps now and then; gives back how to stop. */
export function startSweeping(deps: Deps): () => void {
  const timer = setInterval(() => {
    sweep(deps).catch((error: unknown) => deps.log.error('sweep failed', {}, error));
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
