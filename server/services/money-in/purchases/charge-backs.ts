import { type Selectable, sql } from 'kysely';
import { parseUnits } from '#core/money/decimal.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import type { Dispute, DisputeState } from '#server/adapters/payment/payment.ts';
import type { Deps } from '#server/deps.ts';
import { answerOf, whyNow } from '#server/services/checks/gates/why.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { keepForClosed } from '#server/services/money-in/closed-money/closed-money.ts';
import { findDebtor } from '#server/services/money-in/debts/debt-cases.ts';
import { takeDebts } from '#server/services/money-in/debts/debts.ts';
import { giveBackPart, takenFor } from '#server/services/money-in/debts/give-back.ts';
import { cancelWaiting } from '#server/services/money-out/withdrawals/withdrawal-steps.ts';
import type { Purchases } from '#server/store/schema/parties-schema.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { tellGivenBack, tellTaken } from './tell-charge-back.ts';

/*
 * Card payments that their card's bank takes back (HARD-93). The provider is asked for all disputes of a payment as they
 * are now, and the books follow: what it has of a payment that bought something is a debt (HARD-50), and what it has no
 * more is owed no longer, or given back. So a notice may come twice, late, or before an earlier one.
 */

type Purchase = Pick<
  Selectable<Purchases>,
  | 'id'
  | 'user_id'
  | 'amount'
  | 'currency'
  | 'status'
  | 'crypto_units'
  | 'crypto_currency'
  | 'refund_settled_at'
  | 'disputes_heard'
> & { readonly created_at: Date };

/** Whether the provider has the money in this state. */
function hasIt(state: DisputeState): boolean {
  switch (state) {
    case 'taken':
    case 'lost':
      return true;
    case 'asked':
    case 'won':
    case 'withdrawn':
      return false;
  }
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** Writes down what the provider says, where it is not what it said last; true if anything is new. */
async function noteReports(
  deps: Deps,
  tx: Tx,
  purchaseId: string,
  disputes: readonly Dispute[],
): Promise<boolean> {
  const before = await tx
    .selectFrom('charge_back_reports')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .orderBy('place')
    .execute();
  let isNews = false;
  for (const { id, state, cents, currency, reason, saidAt, respondBy } of disputes) {
    const own = before.filter(({ dispute_id }) => dispute_id === id);
    const last = own.at(-1);
    const isSame =
      last?.state === state && BigInt(last.cents) === cents && last.currency === currency;
    if (isSame) continue;
    isNews = true;
    await tx
      .insertInto('charge_back_reports')
      .values({
        ...{ purchase_id: purchaseId, dispute_id: id, place: own.length, state, currency, reason },
        ...{ cents: String(cents), respond_by: respondBy ?? null, said_at: saidAt ?? null },
        heard_at: deps.clock.sql,
      })
      .execute();
  }
  return isNews;
}

/** The row of a purchase's charge-back, locked; it is made with the first report. */
async function rowOf(deps: Deps, tx: Tx, { id, user_id, currency }: Purchase) {
  await tx
    .insertInto('charge_backs')
    .values({
      ...{ purchase_id: id, user_id, currency, respond_by: null, decided_at: null },
      ...{ found_at: deps.clock.sql, heard_at: deps.clock.sql },
    })
    .onConflict((row) => row.doNothing())
    .execute();
  return tx
    .selectFrom('charge_backs')
    .selectAll()
    .where('purchase_id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

type Row = Awaited<ReturnType<typeof rowOf>>;

/** What is taken from customers and owed for a purchase that was credited, and what was lost for another one. */
function targetOf(
  { amount, currency, status }: Purchase,
  disputes: readonly Dispute[],
): { readonly charged: bigint; readonly lost: bigint } {
  const own = disputes.filter((one) => hasIt(one.state) && one.currency === currency);
  const total = own.reduce((sum, { cents }) => sum + cents, 0n);
  const most = status === 'success' ? (parseUnits(amount, FIAT_SCALE) ?? 0n) : 0n;
  const charged = least(total, most);
  return { charged, lost: total - charged };
}

/** Whether officers have booked what a payment bought for a closed account as the house's. */
const isBookedFor = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('closed_money')
    .select('id')
    .where('cause', '=', 'card')
    .where('about', '=', id)
    .where('decision', '=', 'book')
    .executeTakeFirst()) !== undefined;

/** What the provider has taken back is owed by the buyer, or by whoever has taken over what they owe. */
async function charge(
  deps: Deps,
  tx: Tx,
  {
    purchase,
    row,
    more,
  }: { readonly purchase: Purchase; readonly row: Row; readonly more: bigint },
): Promise<void> {
  const { id } = purchase;
  const debtor = row.owed_by ?? row.user_id;
  await tx
    .updateTable('charge_backs')
    .set({ owed: String(BigInt(row.owed) + more) })
    .where('purchase_id', '=', id)
    .execute();
  // What the payment bought came after the account was closed and was booked as ours: nothing is owed for it.
  if (await isBookedFor(tx, id)) {
    await waiveChargeBack(tx, id);
    return;
  }
  // The customer before their balances, as a credit locks them.
  const isOpen = await lockAccount(tx, debtor);
  await takeDebts(tx, deps.clock, debtor);
  if (!isOpen) return findDebtor(deps, tx, debtor);
  const owedNow = async () => {
    const now = await tx
      .selectFrom('charge_backs')
      .select('owed')
      .where('purchase_id', '=', id)
      .executeTakeFirstOrThrow();
    return BigInt(now.owed);
  };
  // Cash among what waits to leave comes back, and pays at once.
  if ((await owedNow()) > 0n) await cancelWaiting(deps, tx, debtor, 'debt');
  await tellTaken(deps, tx, debtor, { ...purchase, cents: more, owed: await owedNow() });
}

/** What somebody paid for it is theirs again; of a closed account, a case. */
async function giveBack(
  deps: Deps,
  tx: Tx,
  id: string,
  most: bigint,
): Promise<ReadonlyMap<string, bigint>> {
  const given = new Map<string, bigint>();
  let left = most;
  for (const { userId, cents } of await takenFor(tx, id)) {
    const part = least(cents, left);
    if (part <= 0n) continue;
    const about = await giveBackPart(deps, tx, { id, userId, cents }, part);
    left -= part;
    given.set(userId, part);
    if (!(await keepForClosed(deps, tx, { userId, cause: 'left', about }))) {
      await takeDebts(tx, deps.clock, userId);
    }
  }
  return given;
}

/** What the provider has no more is owed no longer, and what was paid of it goes back. */
async function release(
  deps: Deps,
  tx: Tx,
  {
    purchase,
    row,
    less,
  }: { readonly purchase: Purchase; readonly row: Row; readonly less: bigint },
): Promise<void> {
  const { id } = purchase;
  const debtor = row.owed_by ?? row.user_id;
  const fromOwed = least(BigInt(row.owed), less);
  const fromWaived = least(BigInt(row.waived), less - fromOwed);
  await tx
    .updateTable('charge_backs')
    .set({
      owed: String(BigInt(row.owed) - fromOwed),
      waived: String(BigInt(row.waived) - fromWaived),
    })
    .where('purchase_id', '=', id)
    .execute();
  const given = await giveBack(deps, tx, id, less - fromOwed - fromWaived);
  if (!(await lockAccount(tx, debtor))) return;
  const back = given.get(debtor) ?? 0n;
  await tellGivenBack(deps, tx, debtor, { ...purchase, cents: less, back, over: fromOwed });
}

/** Whether what would be given back may be credited to everybody who paid it: not to a customer on a list (HARD-56). */
async function mayCredit(deps: Deps, tx: Tx, id: string): Promise<boolean> {
  for (const { userId, cents } of await takenFor(tx, id)) {
    if (cents === 0n) continue;
    const why = await whyNow(tx, deps, { way: 'payout-back', user: userId });
    if (answerOf(why, 'payout-back') === 'waits') return false;
  }
  return true;
}

/**
 * What bought nothing and was taken back needs no refund; once it is ours again, it does. Money that the provider has
 * both taken back and refunded is lost.
 */
async function followRefund(
  deps: Deps,
  tx: Tx,
  { id, status, amount, refund_settled_at }: Purchase,
  before: bigint,
  lost: bigint,
) {
  const isAll = (units: bigint) => units > 0n && units >= (parseUnits(amount, FIAT_SCALE) ?? 0n);
  // What officers gave back another way is not given back by the provider, too.
  if (refund_settled_at || isAll(before) === isAll(lost)) return;
  const [from, to] = isAll(lost)
    ? (['refunding', 'refunded'] as const)
    : (['refunded', 'refunding'] as const);
  if (status !== from) return;
  await tx
    .updateTable('purchases')
    .set({ status: to, next_check_at: deps.clock.sql })
    .where('id', '=', id)
    .execute();
}

const lockPurchase = (tx: Tx, id: string): Promise<Purchase | undefined> =>
  tx
    .selectFrom('purchases')
    .select(['id', 'user_id', 'amount', 'currency', 'status', 'created_at'])
    .select(['crypto_units', 'crypto_currency', 'refund_settled_at', 'disputes_heard'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Locks everybody whose balance may change, before the purchase, as wherever both are changed. */
async function lockOwners(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from purchases where id = ${id}
    union select owed_by from charge_backs where purchase_id = ${id} and owed_by is not null
    union select user_id from charge_back_parts where purchase_id = ${id}
    order by id`.execute(tx);
  for (const owner of rows) await lockAccount(tx, owner.id);
}

/** The number of a question about the disputes of a purchase, before it is asked; undefined: there is no such purchase. */
async function nextQuestion({ db }: Deps, id: string): Promise<bigint | undefined> {
  const row = await db
    .updateTable('purchases')
    .set({ disputes_asked: sql<string>`disputes_asked + 1` })
    .where('id', '=', id)
    .returning('disputes_asked')
    .executeTakeFirst();
  return row && BigInt(row.disputes_asked);
}

/**
 * Follows what the provider answered to a question; `waits`: what goes back to a customer may not be credited yet. An
 * answer that comes after that to a newer question says nothing any more.
 */
async function follow(
  deps: Deps,
  tx: Tx,
  id: string,
  { question, disputes }: { readonly question: bigint; readonly disputes: readonly Dispute[] },
): Promise<'followed' | 'waits'> {
  await lockOwners(tx, id);
  const purchase = await lockPurchase(tx, id);
  if (!purchase || BigInt(purchase.disputes_heard) > question) return 'followed';
  const row = await rowOf(deps, tx, purchase);
  const { charged, lost } = targetOf(purchase, disputes);
  const before = BigInt(row.charged);
  if (charged < before && !(await mayCredit(deps, tx, id))) return 'waits';
  const isNews = await noteReports(deps, tx, id, disputes);
  const lostBefore = BigInt(row.lost);
  const respond = disputes.flatMap(({ state, respondBy }) =>
    respondBy && state !== 'won' && state !== 'withdrawn' ? [respondBy.getTime()] : [],
  );
  await tx
    .updateTable('purchases')
    .set({ disputes_heard: String(question) })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('charge_backs')
    .set({
      ...{ charged: String(charged), lost: String(lost) },
      respond_by: respond.length > 0 ? new Date(Math.min(...respond)) : null,
      // Whatever was decided before: a person looks at what is new.
      ...(isNews && { heard_at: deps.clock.sql, decided_at: null, decided_why: '' }),
    })
    .where('purchase_id', '=', id)
    .execute();
  const loses = lost > lostBefore;
  if (loses)
    deps.log.error('a card payment was taken back that no customer owes', { purchase: id });
  if (charged > before) {
    deps.log.error('card payment taken back', { purchase: id });
    await charge(deps, tx, { purchase, row, more: charged - before });
  } else if (charged < before) {
    deps.log.warn('card payment is ours again', { purchase: id });
    await release(deps, tx, { purchase, row, less: before - charged });
  }
  await followRefund(deps, tx, purchase, lostBefore, lost);
  return 'followed';
}

/** Whether anything is known of a dispute. */
const isDisputed = async (reader: Reader, id: string): Promise<boolean> =>
  (await reader
    .selectFrom('charge_backs')
    .select('purchase_id')
    .where('purchase_id', '=', id)
    .executeTakeFirst()) !== undefined;

/**
 * Asks the provider about the disputes of a purchase, and follows them; `waits`: what goes back to a customer may not be
 * credited yet, and it is asked again. Undefined if it does not answer. Never inside a transaction, because the provider
 * may be slow.
 */
export async function hearDisputes(
  deps: Deps,
  id: string,
): Promise<'followed' | 'waits' | undefined> {
  const question = await nextQuestion(deps, id);
  if (question === undefined) return 'followed';
  const disputes = await deps.parties.payment.disputes(id);
  if (!disputes) return undefined;
  if (disputes.length === 0 && !(await isDisputed(deps.db, id))) return 'followed';
  return inTransaction(deps.db, (tx) => follow(deps, tx, id, { question, disputes }));
}

/** Whether the provider has taken back what a purchase was paid with, wholly or in part; for a query of purchases. */
export const isTakenBack = sql<boolean>`exists (select from charge_backs
  where charge_backs.purchase_id = purchases.id and (charged > 0 or lost > 0))`;

/** Whether the provider has taken back all or a part of a payment that bought nothing. */
export async function takenOf(reader: Reader, id: string): Promise<'all' | 'part' | 'nothing'> {
  const row = await reader
    .selectFrom('charge_backs')
    .innerJoin('purchases', 'purchases.id', 'purchase_id')
    .select(['lost', 'amount'])
    .where('purchase_id', '=', id)
    .executeTakeFirst();
  if (!row || row.lost === '0') return 'nothing';
  return BigInt(row.lost) >= (parseUnits(row.amount, FIAT_SCALE) ?? 0n) ? 'all' : 'part';
}

/** Whether something is owed for a purchase. */
export const isOwedFor = async (reader: Reader, id: string): Promise<boolean> =>
  (await reader
    .selectFrom('charge_backs')
    .select('purchase_id')
    .where('purchase_id', '=', id)
    .where('owed', '>', '0')
    .executeTakeFirst()) !== undefined;

/** Officers say that what is owed for a purchase is owed no longer; returns how many cents that were. */
export async function waiveChargeBack(tx: Tx, id: string): Promise<bigint> {
  const row = await tx
    .selectFrom('charge_backs')
    .select('owed')
    .where('purchase_id', '=', id)
    .where('owed', '>', '0')
    .forUpdate()
    .executeTakeFirst();
  if (!row) return 0n;
  await tx
    .updateTable('charge_backs')
    .set({ owed: '0', waived: sql<string>`waived + ${row.owed}::numeric` })
    .where('purchase_id', '=', id)
    .execute();
  return BigInt(row.owed);
}
