import { sql } from 'kysely';
import { networkFacts } from '#core/networks/networks.ts';
import type { ReportedDeposit } from '#server/adapters/custody/incoming.ts';
import type { Deps } from '#server/deps.ts';
import { derivedId } from '#server/platform/derived-id.ts';
import { screenAgain, sendersIn } from '#server/services/checks/screening/screenings.ts';
import { travelAgain } from '#server/services/checks/travel-rule/travel-rule.ts';
import { tellOfDeposit } from '#server/services/money-in/closed-money/closed-money.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { type Owner, ownerOf } from './deposit-owner.ts';
import { bookSeen, type DepositRow, dropDeposit, tellSeen } from './deposits.ts';
import { isAside, keepAside } from './deposits-aside.ts';

/** The pause before a deposit is asked about by id, because the list has just reported it. */
const FIRST_ASK_SECONDS = 60;

/**
 * Networks whose transactions may pay many recipients at once without numbered outputs: there, address
 * and asset tell the payments apart, as in the table's unique index.
 */

/** The entry that is in the books already: with the custodian's id, or for the same output. */
async function inBooks(tx: Tx, deposit: ReportedDeposit): Promise<DepositRow | undefined> {
  const payee = !networkFacts[deposit.network].numbersOutputs
    ? sql`and address = ${deposit.address} and currency = ${deposit.currency}`
    : sql``;
  const { rows } = await sql<DepositRow>`select * from deposits
    where external_id is not null and state <> 'dropped' and (
      external_id = ${deposit.id} or (network = ${deposit.network}
        and transaction_hash = ${deposit.hash} and output_index = ${deposit.outputIndex} ${payee})
    )
    order by external_id = ${deposit.id} desc limit 1 for update`.execute(tx);
  return rows[0];
}

const isSame = (row: DepositRow, deposit: ReportedDeposit): boolean =>
  row.network === deposit.network &&
  row.transaction_hash === deposit.hash &&
  row.output_index === deposit.outputIndex &&
  row.address === deposit.address &&
  row.tag === deposit.tag &&
  row.currency === deposit.currency &&
  row.amount === deposit.amount;

/**
 * Derived, because the Travel Rule party is asked about it under this id: one whose row was lost is asked about under
 * the same. What was dropped and comes once more is another one.
 */
async function idOf(tx: Tx, { id, hash, outputIndex, address, currency }: ReportedDeposit) {
  const { dropped } = await tx
    .selectFrom('deposits')
    .where('external_id', '=', id)
    .where('state', '=', 'dropped')
    .select((row) => row.fn.countAll<string>().as('dropped'))
    .executeTakeFirstOrThrow();
  return derivedId('deposit', id, hash, String(outputIndex), address, currency, String(dropped));
}

/** Writes a new deposit into the books; false if another process did so at the same moment. */
async function note(
  deps: Deps,
  tx: Tx,
  deposit: ReportedDeposit,
  owner: Owner & { readonly kind: 'owned' },
): Promise<boolean> {
  const { userId, currency, units, needed } = owner;
  const confirmations = Math.min(deposit.confirmations, needed);
  const settled = deposit.status === 'confirmed';
  const row = {
    id: await idOf(tx, deposit),
    user_id: userId,
    currency,
    units: String(units),
    network: deposit.network,
    external_id: deposit.id,
  };
  const written = await tx
    .insertInto('deposits')
    .values({
      ...row,
      confirmations,
      confirmations_needed: needed,
      state: 'pending',
      seen_at: deps.clock.sql,
      ask_at: deps.clock.sqlIn(FIRST_ASK_SECONDS),
      transaction_hash: deposit.hash,
      output_index: deposit.outputIndex,
      address: deposit.address,
      tag: deposit.tag,
      amount: deposit.amount,
      senders: deposit.senders.join(' '),
      settled,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!written) return false;
  await bookSeen(deps, tx, row);
  // If it can be credited at once, only its arrival is told.
  if (!settled || confirmations < needed) await tellSeen(deps, tx, userId);
  return true;
}

/**
 * Senders that a later report names as well: they are screened before the money is credited, and after that a finding
 * about them is a case all the same (HARD-90).
 */
async function learnSenders(
  { clock }: Deps,
  tx: Tx,
  row: DepositRow,
  deposit: ReportedDeposit,
): Promise<void> {
  const before = sendersIn(row.senders);
  const all = [...new Set([...before, ...deposit.senders])];
  if (all.length === before.length) return;
  await tx
    .updateTable('deposits')
    .set({ senders: all.join(' ') })
    .where('id', '=', row.id)
    .execute();
  const id = `deposit:${row.id}`;
  await screenAgain(tx, clock, id);
  if (row.state === 'pending') await travelAgain(tx, clock, id);
}

/** Updates a deposit that is in the books under this id and unchanged. */
async function follow(
  deps: Deps,
  tx: Tx,
  row: DepositRow,
  deposit: ReportedDeposit,
): Promise<void> {
  const dropped = deposit.status === 'dropped';
  if (!dropped) await learnSenders(deps, tx, row, deposit);
  if (row.state === 'credited') {
    // The customer may have spent the money already, so a person decides.
    if (dropped) await keepAside(deps, tx, deposit, 'dropped-after-credit');
  } else if (dropped) {
    await dropDeposit(deps, tx, row);
  } else {
    await tx
      .updateTable('deposits')
      .set({
        // After a reorganisation, a chain may report fewer confirmations than needed before.
        confirmations: Math.min(deposit.confirmations, row.confirmations_needed),
        settled: deposit.status === 'confirmed',
      })
      .where('id', '=', row.id)
      .execute();
  }
}

async function take(deps: Deps, tx: Tx, deposit: ReportedDeposit): Promise<'taken' | 'raced'> {
  const row = await inBooks(tx, deposit);
  if (row?.external_id === deposit.id) {
    if (isSame(row, deposit)) {
      await follow(deps, tx, row, deposit);
      return 'taken';
    }
    if (row.state === 'credited') {
      await keepAside(deps, tx, deposit, 'changed-after-credit');
      return 'taken';
    }
    // The id now belongs to another deposit: the former one will not come.
    await dropDeposit(deps, tx, row);
    return take(deps, tx, deposit);
  }
  // A deposit that was never booked and is not expected any more needs nothing.
  if ((await isAside(deps, tx, deposit)) || deposit.status === 'dropped') return 'taken';
  const owner: Owner = row ? { kind: 'aside', reason: 'same-output' } : await ownerOf(tx, deposit);
  if (owner.kind === 'aside') {
    const isNew = await keepAside(deps, tx, deposit, owner.reason);
    if (isNew && owner.closed !== undefined) {
      await tellOfDeposit(deps, tx, owner.closed, deposit);
    }
    return 'taken';
  }
  return (await note(deps, tx, deposit, owner)) ? 'taken' : 'raced';
}

/**
 * Takes the custodian's report about one deposit. It is in the books once, however often and in whatever
 * order it is reported. Nothing is credited here.
 */
export async function takeDeposit(deps: Deps, deposit: ReportedDeposit): Promise<void> {
  while ((await inTransaction(deps.db, (tx) => take(deps, tx, deposit))) === 'raced');
}
