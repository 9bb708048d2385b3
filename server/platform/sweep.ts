import { type RawBuilder, sql } from 'kysely';
import { initTransaction, insertTransaction } from '#core/contract/money/payment.ts';
import type { Deps } from '#server/deps.ts';
import { REGISTER_KEPT_SECONDS } from '#server/policy.ts';
import type { Schema } from '#server/store/schema/schema.ts';
import type { Loop } from './repeat.ts';

const BATCH = 1000;
const DAY_SECONDS = 24 * 3600;

interface Sweepable {
  readonly table: keyof Schema;
  /** The columns that identify a row. */
  readonly key: readonly string[];
  /** The column of a row's expiry. */
  readonly expiry: string;
  /**
   * How long a row is kept after it has expired. By default a day, so that a recently expired quote is not
   * answered like an unknown one.
   */
  readonly keptSeconds?: number;
  /**
   * Which rows may be removed. Must be the condition of the partial index, or the index is not used.
   */
  readonly only?: RawBuilder<boolean>;
}

/**
 * Keys whose operation moved no money by itself: a closed key, a checkout (it is paid at the provider),
 * and the record of a checkout (it is made once, however often it is asked for). After 90 days no
 * request under such a key is on its way any more. The keys of swaps and withdrawals stay for good: a
 * device that was away for long must never be told that there was none.
 */
const passing = sql<boolean>`(state = 'closed'
  or operation in (${sql.lit(initTransaction.path)}, ${sql.lit(insertTransaction.path)}))`;

const ended = (owner: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`register_ends(${owner})`;

export const sweepables: readonly Sweepable[] = [
  { table: 'nonces', key: ['scope', 'nonce'], expiry: 'expires_at' },
  { table: 'rate_limits', key: ['key'], expiry: 'resets_at' },
  { table: 'login_attempts', key: ['key'], expiry: 'resets_at' },
  { table: 'sessions', key: ['id'], expiry: 'refresh_expires_at' },
  { table: 'quotes', key: ['id'], expiry: 'expires_at' },
  { table: 'email_codes', key: ['email', 'purpose', 'browser'], expiry: 'expires_at' },
  { table: 'code_allowances', key: ['email', 'purpose', 'asker'], expiry: 'today_ends_at' },
  { table: 'email_changes', key: ['user_id'], expiry: 'expires_at' },
  { table: 'known_devices', key: ['user_id', 'device_hash'], expiry: 'expires_at' },
  { table: 'report_links', key: ['token_hash'], expiry: 'expires_at' },
  { table: 'recoveries', key: ['id'], expiry: 'expires_at' },
  { table: 'second_factor_grants', key: ['session_id'], expiry: 'expires_at' },
  { table: 'proofs', key: ['session_id', 'about'], expiry: 'expires_at' },
  { table: 'passkey_challenges', key: ['hash'], expiry: 'expires_at' },
  { table: 'provider_notices', key: ['digest'], expiry: 'asked_at' },
  { table: 'exposures', key: ['asset', 'minute'], expiry: 'minute' },
  { table: 'notices', key: ['id'], expiry: 'expires_at' },
  // The register of ended relationships, which the law requires for eight years.
  {
    table: 'ended_relationships',
    key: ['user_id', 'ended_at'],
    expiry: 'ended_at',
    keptSeconds: 8 * 366 * DAY_SECONDS,
  },
  // The other registers, each before what it refers to.
  {
    table: 'monitoring_hits',
    key: ['id'],
    expiry: 'hit_at',
    keptSeconds: REGISTER_KEPT_SECONDS,
    only: ended(sql`(select user_id from transfer_values where transfer_values.id = transfer)`),
  },
  {
    table: 'large_transfers',
    key: ['id'],
    expiry: 'entered_at',
    keptSeconds: REGISTER_KEPT_SECONDS,
    only: ended(
      sql`(select user_id from transfer_values where transfer_values.id = large_transfers.id)`,
    ),
  },
  {
    table: 'transfer_values',
    key: ['id'],
    expiry: 'valued_at',
    keptSeconds: REGISTER_KEPT_SECONDS,
    only: sql`(${ended(sql`user_id`)} and not exists (
      select from large_transfers where large_transfers.id = transfer_values.id)
      and not exists (
      select from monitoring_hits where monitoring_hits.transfer = transfer_values.id))`,
  },
  {
    table: 'risk_decisions',
    key: ['id'],
    expiry: 'decided_at',
    keptSeconds: REGISTER_KEPT_SECONDS,
    only: ended(sql`user_id`),
  },
  {
    table: 'screenings',
    key: ['id'],
    expiry: 'asked_at',
    keptSeconds: REGISTER_KEPT_SECONDS,
    only: ended(sql`user_id`),
  },
  // What staff wrote, beside the audit log: what is about a customer goes with them before, if they leave.
  {
    table: 'audit_words',
    key: ['seq', 'name'],
    expiry: 'written_at',
    keptSeconds: REGISTER_KEPT_SECONDS,
  },
  // The archive of closed accounts (KEEP-05), with the record of who read it.
  { table: 'archived', key: ['former_id', 'part'], expiry: 'erase_at', keptSeconds: 0 },
  // What came for closed accounts, once it is decided, is kept as long as their archive.
  {
    table: 'closed_money',
    key: ['id'],
    expiry: 'decided_at',
    keptSeconds: 8 * 366 * DAY_SECONDS,
  },
  // A page opened a week ago may still load a file of its build. Servers renew `served_at` every ten minutes:
  // the extra hour covers one that could not.
  { table: 'builds', key: ['id'], expiry: 'served_at', keptSeconds: 7 * DAY_SECONDS + 3600 },
  {
    table: 'browser_operations',
    key: ['browser', 'key'],
    expiry: 'created_at',
    keptSeconds: 7 * DAY_SECONDS,
  },
  {
    table: 'operations',
    key: ['user_id', 'key'],
    expiry: 'created_at',
    keptSeconds: 90 * DAY_SECONDS,
    only: passing,
  },
];

/**
 * Removes one batch of expired rows, so that no lock lasts long, and returns how many. A locked row is
 * skipped: it is being renewed, for example by a new code.
 */
async function removeSome({ db, clock }: Deps, what: Sweepable): Promise<number> {
  const { table, key, expiry, keptSeconds = DAY_SECONDS, only = sql`true` } = what;
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${columns}) in (
    select ${columns} from ${sql.table(table)}
    where ${sql.ref(expiry)} < ${clock.sqlIn(-keptSeconds)} and ${only} limit ${BATCH}
    for update skip locked
  )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Removes all expired rows until `stopping`. Processes may do it concurrently. */
export async function sweep(deps: Deps, stopping?: AbortSignal): Promise<void> {
  for (const what of sweepables) {
    while (!stopping?.aborted && (await removeSome(deps, what)) === BATCH);
  }
}

export const sweepLoop: Loop = { everyMs: 10 * 60_000, failed: 'sweep failed', round: sweep };
