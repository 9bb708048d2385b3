import { type Selectable, sql } from 'kysely';
import { cashes } from '#core/domain/cash.ts';
import type { Deps } from '#server/deps.ts';
import { afterPartOf, doEach, takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { isCompared, partySentMore } from '#server/services/copies/compared.ts';
import { openCopies } from '#server/services/copies/older-copy.ts';
import { DEBTOR, takeOtherDebts } from '#server/services/debts/debts.ts';
import { cashPrices } from '#server/services/offers/cash-price.ts';
import type { Schema } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { accountsAreCompared } from './bank-accounts-compared.ts';
import { creditScreened, endReturn, isBankClosed, takeTransfer } from './bank-transfers.ts';

/** The bank's list is read by one process at a time. */
const SOURCE = 'bank';
const EVERY_SECONDS = 30;
const LEASE_SECONDS = 60;
/** The bank may report a transfer this late; older ones are asked about by id. */
const BACK_MS = 3 * 24 * 3600_000;
const BATCH = 20;

/** Reads the bank's list, if that is due and no other process does. */
async function readList(deps: Deps): Promise<void> {
  const { db, clock, log, parties } = deps;
  await db
    .insertInto('custody_feeds')
    .values({ source: SOURCE, cursor: '', due_at: clock.sql, leased_until: clock.sql })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .execute();
  const taken = await takeDue<Pick<Selectable<Schema['custody_feeds']>, 'heard_at'>>(db, {
    table: 'custody_feeds',
    key: 'source',
    when: sql`source = ${SOURCE} and due_at <= ${clock.sql} and leased_until <= ${clock.sql}`,
    order: sql`source`,
    most: 1,
    set: sql`due_at = ${clock.sqlIn(EVERY_SECONDS)}, leased_until = ${clock.sqlIn(LEASE_SECONDS)}`,
  });
  const [feed] = taken;
  if (!feed) return;
  // As far back as the bank was heard last: that may be days, after a restore or while it did not answer.
  const heard = Math.min(clock.now(), feed.heard_at?.getTime() ?? clock.now());
  const transfers = await parties.bank.transfers(new Date(heard - BACK_MS));
  if (!transfers) log.warn('the bank does not tell of transfers');
  const complete =
    transfers !== undefined &&
    (await doEach(deps, transfers, 'bank transfer not taken', (one) => takeTransfer(deps, one)));
  await db
    .updateTable('custody_feeds')
    .set({ leased_until: clock.sql, ...(complete && { heard_at: clock.sql }) })
    .where('source', '=', SOURCE)
    .execute();
}

interface Due {
  readonly id: string;
  readonly external_id: string;
  readonly state: string;
}

/**
 * Whether anything may be sent back to its payer: not before the bank's list was compared with the books, nor
 * while a party knows more than they do, or they are an older copy that nobody has released (HARD-82).
 */
async function mayReturn({ db, parties }: Pick<Deps, 'db' | 'parties'>): Promise<boolean> {
  if (!isCompared(parties)) return false;
  const { rows } = await sql<{ more: boolean }>`select ${partySentMore} as more`.execute(db);
  return !rows[0]?.more && (await openCopies(db)).length === 0;
}

/** Continues a transfer that goes back, or whose outcome is unknown. */
async function goOn(deps: Deps, { id, external_id, state }: Due): Promise<void> {
  const { bank } = deps.parties;
  if (state === 'returning') {
    if (!(await mayReturn(deps)) || (await isBankClosed(deps.db))) return;
    const answer = await bank.giveBack(external_id, id);
    if (answer) await endReturn(deps, id, answer);
    return;
  }
  const transfer = await bank.transfer(external_id);
  if (transfer) await takeTransfer(deps, transfer);
}

async function askOpen(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  const due = await takeDue<Due>(db, {
    table: 'bank_transfers',
    // As each of the two indexes has it: together neither of them would do.
    when: sql`(state in ('pending', 'returning') and ask_at <= ${clock.sql}
      or state = 'checking' and ask_at <= ${clock.sql})`,
    order: sql`ask_at`,
    most: BATCH,
    set: sql`ask_at = ${afterPartOf(clock, 'seen_at', { part: 20, leastSeconds: EVERY_SECONDS })}`,
  });
  await doEach(deps, due, 'bank transfer not settled', (one) => goOn(deps, one), {
    stopping,
    facts: ({ id }) => ({ transfer: id }),
  });
}

/**
 * Takes what is owed in another currency than the cash that is there, for which the exchange rates are needed, and
 * what a server of the version before has left; what is of the same currency is taken with its credit.
 */
async function settleOwed(deps: Deps): Promise<void> {
  const codes = cashes.map(({ code }) => code);
  const { rows } = await sql<{ id: string }>`select distinct ${DEBTOR} as id from bank_transfers
    join accounts on accounts.owner = ${DEBTOR} and accounts.kind = 'available'
      and accounts.currency = any(${codes}::text[])
    where owed > 0 and balance > 0 limit ${BATCH}`.execute(deps.db);
  if (rows.length === 0) return;
  const prices = await cashPrices(deps);
  const one = ({ id }: { readonly id: string }) =>
    inTransaction(deps.db, (tx) => takeOtherDebts(tx, deps.clock, id, prices));
  await doEach(deps, rows, 'debt not taken', one);
}

/** One round of reading the bank's reports, until `stopping`. Any number of processes may do so at once. */
export async function stepBank(deps: Deps, stopping?: AbortSignal): Promise<void> {
  if (await accountsAreCompared(deps)) await readList(deps);
  else deps.log.warn('the bank does not tell of its accounts: transfers wait');
  if (!stopping?.aborted) await askOpen(deps, stopping);
  if (!stopping?.aborted) await creditScreened(deps, stopping);
  await settleOwed(deps);
}

export const banking: Loop = { everyMs: 5_000, failed: 'bank not followed', round: stepBank };

/** Asks about the transfer that a notice named; undefined if the bank does not answer. */
export async function askTransfer(deps: Deps, id: string): Promise<true | undefined> {
  if (!(await accountsAreCompared(deps))) return undefined;
  const transfer = await deps.parties.bank.transfer(id);
  if (!transfer) return undefined;
  await takeTransfer(deps, transfer);
  await creditScreened(deps);
  return true;
}
