import { sql } from 'kysely';
import type { DepositPage, Incoming, ReportedDeposit } from '#server/adapters/custody/incoming.ts';
import type { Deps } from '#server/deps.ts';
import { afterPartOf, doEach, takeDue } from '#server/platform/due.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { takeDeposit } from './custodian-deposits.ts';
import { keepUnreadable } from './deposits-aside.ts';

/** How long the list belongs to one process; afterwards another may continue. */
const LEASE_SECONDS = 60;
/** The most answers read in one round. */
const MOST_PAGES = 20;
/** If the custodian has been silent for longer, no new addresses are handed out. */
const SILENT_SECONDS = 3600;
const BATCH = 20;

/**
 * Takes the list for this process, if it is due, and returns its cursor. If two processes read the same
 * deposits because the lease ended, the books prevent a second entry.
 */
async function takeList({ db, clock }: Deps, incoming: Incoming): Promise<string | undefined> {
  await db
    .insertInto('custody_feeds')
    .values({ source: incoming.source, cursor: '', due_at: clock.sql, leased_until: clock.sql })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .execute();
  const [taken] = await takeDue<{ cursor: string }>(db, {
    table: 'custody_feeds',
    key: 'source',
    when: sql`source = ${incoming.source} and due_at <= ${clock.sql} and leased_until <= ${clock.sql}`,
    order: sql`source`,
    most: 1,
    set: sql`due_at = ${clock.sqlIn(incoming.everySeconds)}, leased_until = ${clock.sqlIn(LEASE_SECONDS)}`,
  });
  return taken?.cursor;
}

/** Takes deposits; false if one could not be taken now. */
const takeEach = (deps: Deps, deposits: readonly ReportedDeposit[]): Promise<boolean> =>
  doEach(deps, deposits, 'deposit not taken', (deposit) => takeDeposit(deps, deposit));

/** Takes one answer of the list, including its entries that make no sense. */
export async function takePage(deps: Deps, page: DepositPage): Promise<boolean> {
  for (const id of page.unreadable) {
    if (id === undefined) deps.log.error('deposit without a name refused');
    else await inTransaction(deps.db, (tx) => keepUnreadable(deps, tx, id));
  }
  return takeEach(deps, page.deposits);
}

/** Moves the cursor, unless another process has; false if the same part must be read again. */
async function moveOn(
  { db, clock }: Deps,
  { source }: Incoming,
  cursor: string,
  next: string,
): Promise<boolean> {
  const moved = await db
    .updateTable('custody_feeds')
    .set({ cursor: next, heard_at: clock.sql })
    .where('source', '=', source)
    .where('cursor', '=', cursor)
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n && next !== cursor;
}

/**
 * Reads what is new since the cursor, which moves only past deposits that were taken. If a round cannot read
 * everything, or the server stops, the rest is due at once.
 */
async function readList(deps: Deps, incoming: Incoming, stopping?: AbortSignal): Promise<void> {
  let cursor = await takeList(deps, incoming);
  if (cursor === undefined) return;
  // The cursor stays at what could not be taken, and those behind it are taken all the same.
  let all = true;
  try {
    for (let pages = 0; pages < MOST_PAGES && !stopping?.aborted; pages++) {
      const page = await incoming.list(cursor);
      if (!page) return deps.log.warn('the custodian does not tell of deposits');
      all = (await takePage(deps, page)) && all;
      if (all && !(await moveOn(deps, incoming, cursor, page.cursor))) return;
      if (!page.more || page.cursor === cursor) return;
      cursor = page.cursor;
    }
    if (all) await nudge(deps, incoming);
  } finally {
    await deps.db
      .updateTable('custody_feeds')
      .set({ leased_until: deps.clock.sql })
      .where('source', '=', incoming.source)
      .execute();
  }
}

/** Asks about pending deposits by id, less and less often, because the list may have left them out. */
async function askPending(deps: Deps, incoming: Incoming, stopping?: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  let due: readonly { external_id: string }[];
  let answered: boolean;
  do {
    due = await takeDue<{ external_id: string }>(db, {
      table: 'deposits',
      when: sql`state = 'pending' and external_id is not null and ask_at <= ${clock.sql}`,
      order: sql`ask_at`,
      most: BATCH,
      set: sql`ask_at = ${afterPartOf(clock, 'seen_at', { part: 20, leastSeconds: incoming.everySeconds })}`,
    });
    // All at once, so that a silent custodian does not cost one wait for each.
    const found = await Promise.all(due.map(({ external_id }) => incoming.find(external_id)));
    const told = found.flatMap((deposit) => deposit ?? []);
    answered = told.length > 0;
    await takeEach(deps, told);
  } while (due.length === BATCH && answered && !stopping?.aborted);
}

/**
 * One round of reading the custodian's reports, until `stopping`. Any number of processes may do so at once.
 */
export async function followCustodian(
  deps: Deps,
  incoming: Incoming,
  stopping?: AbortSignal,
): Promise<void> {
  await readList(deps, incoming, stopping);
  if (!stopping?.aborted) await askPending(deps, incoming, stopping);
}

/** The custodian has something to report: the next round of any process reads it. */
export async function nudge({ db, clock }: Deps, incoming: Incoming): Promise<void> {
  await db
    .updateTable('custody_feeds')
    .set({ due_at: clock.sql })
    .where('source', '=', incoming.source)
    .execute();
}

/** Whether the custodian has reported deposits lately. */
export async function isHeard({ db, clock }: Deps, incoming: Incoming): Promise<boolean> {
  const row = await db
    .selectFrom('custody_feeds')
    .select('source')
    .where('source', '=', incoming.source)
    .where('heard_at', '>', clock.sqlIn(-SILENT_SECONDS))
    .executeTakeFirst();
  return row !== undefined;
}
