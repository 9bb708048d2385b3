import { sql } from 'kysely';
import type { Transfers } from '#server/adapters/custody/transfers.ts';
import type { Deps } from '#server/deps.ts';
import type { Loop } from '#server/platform/repeat.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

const EVERY_MS = 3600_000;
/** The pause after a question without an answer. */
const AGAIN_MS = 30_000;
const MOST_PAGES = 1000;

/** When this process last compared a custodian's transfers with the books, in its monotonic milliseconds. */
const compared = new WeakMap<Transfers, number>();

/** Whether withdrawals may be begun: not before this process's first comparison. */
export const isCompared = (transfers: Transfers): boolean =>
  transfers.list === undefined || compared.has(transfers);

/** Of these references, those that no withdrawal has. */
async function unknownOf(
  reader: Reader,
  references: readonly string[],
): Promise<readonly string[]> {
  if (references.length === 0) return [];
  const { rows } = await sql<{ reference: string }>`
    select reference from unnest(${[...references]}::text[]) as told(reference)
    where not exists (select 1 from withdrawals where withdrawals.id = told.reference)
      and not exists (
        select 1 from transfers_aside where transfers_aside.reference = told.reference
      )`.execute(reader);
  return rows.map(({ reference }) => reference);
}

/**
 * Reads what the custodian has sent since a cursor; returns the references that the books lack, and the next
 * cursor. Undefined if it does not answer.
 */
export async function readUnknown(
  { db, parties }: Pick<Deps, 'db' | 'parties'>,
  from: string,
  stopping?: AbortSignal,
): Promise<{ readonly unknown: readonly string[]; readonly cursor: string } | undefined> {
  const { transfers } = parties;
  const unknown: string[] = [];
  let cursor = from;
  for (let pages = 0; pages < MOST_PAGES && !stopping?.aborted; pages++) {
    const page = await transfers.list?.(cursor);
    if (!page) return undefined;
    unknown.push(...(await unknownOf(db, page.references)));
    const moved = page.cursor !== cursor;
    cursor = page.cursor;
    if (!page.more || !moved) return { unknown, cursor };
  }
  return undefined;
}

/** The list of transfers has a cursor of its own beside the one of deposits. */
const feedOf = (source: string): string => `${source}#transfers`;

export async function transfersCursor(reader: Reader, source: string): Promise<string> {
  const row = await reader
    .selectFrom('custody_feeds')
    .select('cursor')
    .where('source', '=', feedOf(source))
    .executeTakeFirst();
  return row?.cursor ?? '';
}

async function keepCursor(tx: Tx, { clock }: Deps, source: string, cursor: string): Promise<void> {
  const now = clock.sql;
  await tx
    .insertInto('custody_feeds')
    .values({ source: feedOf(source), cursor, due_at: now, leased_until: now })
    .onConflict((row) => row.column('source').doUpdateSet({ cursor, heard_at: now }))
    .execute();
}

/**
 * Compares what the custodian has sent with the books (OPS-01). An unknown transfer was lost with its row, by
 * a restore or a failover, and the customer could have it sent again. False if the custodian does not answer.
 */
export async function compareTransfers(deps: Deps, stopping?: AbortSignal): Promise<boolean> {
  const { transfers, incoming } = deps.parties;
  if (transfers.list === undefined || !incoming) return true;
  const { source } = incoming;
  const read = await readUnknown(deps, await transfersCursor(deps.db, source), stopping);
  if (!read) return false;
  await inTransaction(deps.db, async (tx) => {
    for (const reference of read.unknown) {
      await tx
        .insertInto('transfers_aside')
        .values({ reference, seen_at: deps.clock.sql, settled_at: null })
        .onConflict((row) => row.doNothing())
        .execute();
    }
    await keepCursor(tx, deps, source, read.cursor);
  });
  compared.set(transfers, performance.now());
  for (const reference of read.unknown) {
    deps.log.error('the custodian sent what the books do not know', {
      transfer: reference,
      todo: 'withdrawals wait: see docs/operating/restore.md',
    });
  }
  return true;
}

/** The unknown transfers for which withdrawals wait. */
export const openAside = (reader: Reader) =>
  reader
    .selectFrom('transfers_aside')
    .select(['reference', 'seen_at'])
    .where('settled_at', 'is', null)
    .orderBy('reference')
    .execute();

/** A person has corrected the books for a transfer; false if there is none with this reference. */
export async function settleTransfer(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  reference: string,
): Promise<boolean> {
  const settled = await tx
    .updateTable('transfers_aside')
    .set({ settled_at: clock.sql })
    .where('reference', '=', reference)
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  return settled.numUpdatedRows > 0n;
}

/** At once and then hourly; sooner if the custodian did not answer. */
export const comparing: Loop = {
  everyMs: AGAIN_MS,
  failed: 'transfers not compared',
  round: async (deps, stopping) => {
    const last = compared.get(deps.parties.transfers);
    if (last !== undefined && performance.now() < last + EVERY_MS) return;
    if (await compareTransfers(deps, stopping)) return;
    deps.log.warn('the custodian does not tell of its transfers: withdrawals wait');
  },
};
