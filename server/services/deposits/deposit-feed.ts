import { sql } from 'kysely';
import type { DepositPage, Incoming, ReportedDeposit } from '#server/adapters/custody/incoming.ts';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { takeDeposit } from './custodian-deposits.ts';
import { keepUnreadable } from './deposits-aside.ts';

/** For this long the list belongs to one process; after that another may continue. */
const LEASE_SECONDS = 60;
/** Answers read in one round. */
const MOST_PAGES = 20;
/** If the custodian has been silent for longer, no new addresses are given out. */
const SILENT_SECONDS = 3600;
const BATCH = 20;

/**
 * Takes the list for this process alone, when it is due, and returns its cursor. If somebody else takes
 * deposits anyway, because a lease has ended, they are found in the books.
 */
async function claim({ db, clock }: Deps, incoming: Incoming): Promise<string | undefined> {
  await db
    .insertInto('custody_feeds')
    .values({ source: incoming.source, cursor: '', due_at: clock.sql, leased_until: clock.sql })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .execute();
  const row = await db
    .updateTable('custody_feeds')
    .set({
      due_at: clock.sqlIn(incoming.everySeconds),
      leased_until: clock.sqlIn(LEASE_SECONDS),
    })
    .where('source', '=', incoming.source)
    .where('due_at', '<=', clock.sql)
    .where('leased_until', '<=', clock.sql)
    .returning('cursor')
    .executeTakeFirst();
  return row?.cursor;
}

/** Takes deposits; false if one could not be taken now. That one does not stop the others. */
async function takeEach(deps: Deps, deposits: readonly ReportedDeposit[]): Promise<boolean> {
  let all = true;
  for (const deposit of deposits) {
    try {
      await takeDeposit(deps, deposit);
    } catch (error) {
      all = false;
      deps.log.error('deposit not taken', {}, error);
    }
  }
  return all;
}

/** The same for one answer of the list, including its entries that make no sense. */
async function takePage(deps: Deps, page: DepositPage): Promise<boolean> {
  for (const id of page.unreadable) {
    if (id === undefined) deps.log.error('deposit without a name refused');
    else await inTransaction(deps.db, (tx) => keepUnreadable(deps, tx, id));
  }
  return takeEach(deps, page.deposits);
}

/** Moves the cursor on, if nobody else has; false if the same part is to be asked for again. */
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
 * Asks for what is new since the cursor, which moves only past what was taken. If there is more than one
 * round reads, or the server stops, the rest is due at once.
 */
async function readList(deps: Deps, incoming: Incoming, stopping?: AbortSignal): Promise<void> {
  let cursor = await claim(deps, incoming);
  if (cursor === undefined) return;
  try {
    for (let pages = 0; pages < MOST_PAGES && !stopping?.aborted; pages++) {
      const page = await incoming.list(cursor);
      if (!page) return deps.log.warn('the custodian does not tell of deposits');
      if (!(await takePage(deps, page))) return;
      if (!(await moveOn(deps, incoming, cursor, page.cursor)) || !page.more) return;
      cursor = page.cursor;
    }
    await nudge(deps, incoming);
  } finally {
    await deps.db
      .updateTable('custody_feeds')
      .set({ leased_until: deps.clock.sql })
      .where('source', '=', incoming.source)
      .execute();
  }
}

/** Asks about pending ones by their ids, less and less often, in case the list has left them out. */
async function askPending(deps: Deps, incoming: Incoming): Promise<void> {
  const { sql: now } = deps.clock;
  const { rows } = await sql<{ external_id: string }>`
    update deposits set ask_at = ${now}
      + greatest(${incoming.everySeconds} * interval '1 second', (${now} - seen_at) / 20)
    where id in (
      select id from deposits
      where state = 'pending' and external_id is not null and ask_at <= ${now}
      order by ask_at limit ${BATCH} for update skip locked
    ) returning external_id`.execute(deps.db);
  // Together, so that a custodian who does not answer does not cost one wait for each.
  const found = await Promise.all(rows.map(({ external_id }) => incoming.find(external_id)));
  await takeEach(
    deps,
    found.flatMap((deposit) => deposit ?? []),
  );
}

/**
 * One look at what the custodian reports, until `stopping`. Any number of processes may do so at once.
 */
export async function followCustodian(
  deps: Deps,
  incoming: Incoming,
  stopping?: AbortSignal,
): Promise<void> {
  await readList(deps, incoming, stopping);
  if (!stopping?.aborted) await askPending(deps, incoming);
}

/** The custodian has something to report: it is asked at the next step, by whoever takes it. */
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
