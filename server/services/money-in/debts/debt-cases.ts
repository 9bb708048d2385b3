import { type Selectable, sql } from 'kysely';
import { compareName, type NameMatch, type PersonName } from '#core/people/person-name.ts';
import type { Deps } from '#server/deps.ts';
import { owedRows } from '#server/ledger/owed.ts';
import { derivedId } from '#server/platform/derived-id.ts';
import { formerOwner } from '#server/services/customers/archive/archive.ts';
import type { Reader, Schema, Tx } from '#server/store/schema/schema.ts';
import { type Debt, debtsOf, owedTable, setOwed, takeDebts } from './debts.ts';
import { giveBackAll } from './give-back.ts';

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
  const { rows } = await sql<{ id: string }>`select distinct debtor as id from ${owedRows} debts
    join users on users.id = debtor and users.deleted_at is not null`.execute(reader);
  return rows.map(({ id }) => id);
}

const bornSql = sql<string>`coalesce(nullif(kyc_born, ''), dob)`;

const standing = (reader: Reader) =>
  reader
    .selectFrom('users')
    .select('id')
    // By their document, where the identity check has said it (READ-09).
    .select([
      sql<string>`coalesce(kyc_first_name, first_name)`.as('first'),
      sql<string>`coalesce(kyc_last_name, last_name)`.as('last'),
      bornSql.as('born'),
    ])
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
  for (const person of await standing(tx).where(bornSql, '=', former.born).execute()) {
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
    .selectFrom(owedTable)
    .select(['id', 'origin'])
    .where('debtor', '=', formerId)
    .execute();
  for (const debt of moved) await setOwed(tx, debt, { owed_by: userId });
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

/** A debt that was moved to a customer, locked; undefined if it is theirs no more. */
async function lockMoved(tx: Tx, id: string, userId: string) {
  const transfer = await tx
    .selectFrom('bank_transfers')
    .select(['owed', 'user_id'])
    .where('id', '=', id)
    .where('owed_by', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (transfer) {
    return { id, origin: 'bank', owed: BigInt(transfer.owed), owner: transfer.user_id } as const;
  }
  const purchase = await tx
    .selectFrom('charge_backs')
    .select(['owed', 'user_id'])
    .where('purchase_id', '=', id)
    .where('owed_by', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return (
    purchase &&
    ({ id, origin: 'card', owed: BigInt(purchase.owed), owner: purchase.user_id } as const)
  );
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
    const debt = await lockMoved(tx, id, userId);
    if (!debt) continue;
    const back = await giveBackAll(deps, tx, { ...debt, userId, caseId: row.id });
    await setOwed(tx, debt, {
      owed: String(debt.owed + back),
      owed_by: debt.owner === formerId ? null : formerId,
    });
  }
  await decided(deps, tx, row, { decision: 'taken-back', why });
}
