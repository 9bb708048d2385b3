import { type Selectable, sql } from 'kysely';
import { findCash, type KeptCode } from '#core/domain/cash.ts';
import { findAsset } from '#core/domain/currencies.ts';
import { compareName, type NameMatch, type PersonName } from '#core/domain/person-name.ts';
import type { Deps } from '#server/deps.ts';
import { type CustomerKind, customer, type HouseKind, house } from '#server/ledger/accounts.ts';
import type { Posting } from '#server/ledger/journal.ts';
import { postJournal } from '#server/ledger/post.ts';
import { derivedId } from '#server/platform/derived-id.ts';
import { formerOwner } from '#server/services/archive/archive.ts';
import type { Reader, Schema, Tx } from '#server/store/schema.ts';
import { DEBTOR, type Debt, debtsOf, takeDebts } from './debts.ts';

export type DebtCase = Selectable<Schema['debt_cases']>;

interface Person extends PersonName {
  readonly born: string;
}

/** How far one person's name and birth date are another's; the better of both ways to read them. */
function matchOf(one: Person, other: Person): NameMatch {
  if (one.born === '' || one.born !== other.born) return 'other';
  const found = [
    compareName(one, `${other.first} ${other.last}`),
    compareName(other, `${one.first} ${one.last}`),
  ];
  if (found.includes('same')) return 'same';
  return found.includes('near') ? 'near' : 'other';
}

interface Pair {
  readonly formerId: string;
  readonly userId: string;
  readonly match: 'same' | 'near';
}

/**
 * Opens the case of two accounts that may be the same person's, once. One that officers have confirmed is open
 * again, because something new is owed; one that they have refused stays refused.
 */
async function openCase(deps: Pick<Deps, 'clock' | 'log'>, tx: Tx, pair: Pair): Promise<void> {
  const id = derivedId('debt case', pair.formerId, pair.userId);
  const opened = await tx
    .insertInto('debt_cases')
    .values({
      ...{ id, former_id: pair.formerId, user_id: pair.userId, match: pair.match },
      found_at: deps.clock.sql,
    })
    .onConflict((row) =>
      row
        .column('id')
        .doUpdateSet({ found_at: deps.clock.sql, decided_at: null, decision: null })
        .where('debt_cases.decision', '=', 'theirs'),
    )
    .executeTakeFirst();
  if (opened.numInsertedOrUpdatedRows) {
    deps.log.warn('a debt of a closed account may be another account’s', { case: id });
  }
}

/** The closed accounts that owe something. */
async function closedDebtors(reader: Reader): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select distinct ${DEBTOR} as id from bank_transfers
    join users on users.id = ${DEBTOR} and users.deleted_at is not null
    where owed > 0`.execute(reader);
  return rows.map(({ id }) => id);
}

const standing = (reader: Reader) =>
  reader
    .selectFrom('users')
    .select(['id', 'first_name as first', 'last_name as last', 'dob as born'])
    .where('deleted_at', 'is', null)
    .where('role', '=', 'user')
    .where('kyc_status', '=', 'approved');

/**
 * Looks whether an account that was verified is of somebody who still owes from a closed one (HARD-50). A namesake may
 * have the same birth date, so officers decide; until then nothing is taken, refused or told.
 */
export async function findDebtsOf(
  deps: Pick<Deps, 'clock' | 'config' | 'log'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  const person = await standing(tx).where('id', '=', userId).executeTakeFirst();
  if (!person) return;
  for (const formerId of await closedDebtors(tx)) {
    const former = await formerOwner(deps, tx, formerId);
    const match = former ? matchOf(former, person) : 'other';
    if (match !== 'other') await openCase(deps, tx, { formerId, userId, match });
  }
}

/** Looks for the accounts of somebody whose closed account owes something: now, or since it was closed. */
export async function findDebtor(
  deps: Pick<Deps, 'clock' | 'config' | 'log'>,
  tx: Tx,
  formerId: string,
): Promise<void> {
  if ((await debtsOf(tx, formerId)).length === 0) return;
  const former = await formerOwner(deps, tx, formerId);
  if (!former || former.born === '') return;
  for (const person of await standing(tx).where('dob', '=', former.born).execute()) {
    const match = matchOf(former, person);
    if (match !== 'other') await openCase(deps, tx, { formerId, userId: person.id, match });
  }
}

/** The open case, locked; undefined if it was decided. */
export const lockCase = (tx: Tx, id: string) =>
  tx.selectFrom('debt_cases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

const decided = (
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { id }: DebtCase,
  set: { readonly decision: NonNullable<DebtCase['decision']>; readonly why: string },
) =>
  tx
    .updateTable('debt_cases')
    .set({ decision: set.decision, decided_at: deps.clock.sql, decided_why: set.why })
    .where('id', '=', id)
    .execute();

/** Two officers say that it is the same person: what was owed is owed by this account. Returns what that is. */
export async function confirmDebt(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  row: DebtCase,
  why: string,
): Promise<readonly Debt[]> {
  const { former_id: formerId, user_id: userId } = row;
  const debts = await debtsOf(tx, formerId);
  const moved = await tx
    .updateTable('bank_transfers')
    .set({ owed_by: userId })
    .where(DEBTOR, '=', formerId)
    .where('owed', '>', '0')
    .returning('id')
    .execute();
  const transfers = new Set(row.transfers.split(' ').filter(Boolean));
  for (const { id } of moved) transfers.add(id);
  await tx
    .updateTable('debt_cases')
    .set({ transfers: [...transfers].join(' ') })
    .where('id', '=', row.id)
    .execute();
  await decided(deps, tx, row, { decision: 'theirs', why });
  await takeDebts(tx, deps.clock, userId);
  return debts;
}

/** It is somebody else: this account owes nothing. */
export const refuseDebt = (deps: Pick<Deps, 'clock'>, tx: Tx, row: DebtCase, why: string) =>
  decided(deps, tx, row, { decision: 'not-theirs', why });

const houseKinds: readonly HouseKind[] = ['bank', 'inventory'];
const customerKinds: readonly CustomerKind[] = ['available', 'hold', 'pending', 'unclaimed'];

/** The posting that undoes what an account of the books got. */
function reversed(accountId: string, units: bigint): Posting {
  const [owner = '', kind, code = ''] = accountId.split('/');
  const currency: KeptCode | undefined = findCash(code)?.code ?? findAsset(code)?.code;
  const ofHouse = houseKinds.find((one) => one === kind);
  const ofCustomer = customerKinds.find((one) => one === kind);
  if (currency && owner === 'house' && ofHouse) {
    return { account: house(ofHouse, currency), units: -units };
  }
  if (currency && owner !== 'house' && ofCustomer) {
    return { account: customer(owner, ofCustomer, currency), units: -units };
  }
  throw new Error('a debt was taken from an account that no debt is taken from');
}

/** Gives back what was taken for one transfer; returns the cents that are owed again. */
async function giveBack(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { id: caseId, user_id: userId }: DebtCase,
  transferId: string,
): Promise<bigint> {
  const { rows } = await sql<{ account_id: string; units: string }>`
    select account_id, sum(amount)::text as units from postings
    join journals on journals.id = postings.journal_id
    where journals.kind = 'cash-recalled' and journals.user_id = ${userId}
      and journals.reference like ${`cash-recalled:${transferId}:%`}
    group by account_id having sum(amount) <> 0 order by account_id`.execute(tx);
  if (rows.length === 0) return 0n;
  const posted = await postJournal(tx, deps.clock, {
    class: 'payment',
    kind: 'cash-recalled',
    userId,
    reference: `cash-recalled:${transferId}:undone ${caseId}`,
    comment: `Given back: it was not yours/${transferId}`,
    network: 'Bank transfer',
    postings: rows.map(({ account_id, units }) => reversed(account_id, BigInt(units))),
  });
  if (posted.kind !== 'posted') throw new Error('what was taken could not be given back');
  return rows
    .filter(({ account_id }) => account_id.startsWith('house/bank/'))
    .reduce((total, { units }) => total + BigInt(units), 0n);
}

/**
 * Two officers say that it was somebody else after all: what was taken is given back, and the closed account owes it
 * again.
 */
export async function undoDebt(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  row: DebtCase,
  why: string,
): Promise<void> {
  const { former_id: formerId, user_id: userId } = row;
  for (const id of row.transfers.split(' ').filter(Boolean)) {
    const transfer = await tx
      .selectFrom('bank_transfers')
      .select(['owed', 'user_id'])
      .where('id', '=', id)
      .where('owed_by', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!transfer) continue;
    const back = await giveBack(deps, tx, row, id);
    await tx
      .updateTable('bank_transfers')
      .set({
        owed: String(BigInt(transfer.owed) + back),
        owed_by: transfer.user_id === formerId ? null : formerId,
      })
      .where('id', '=', id)
      .execute();
  }
  await decided(deps, tx, row, { decision: 'taken-back', why });
}
