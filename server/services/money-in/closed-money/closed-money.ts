import { type Selectable, sql } from 'kysely';
import { formatUnits } from '#core/money/decimal.ts';
import { formatFiat } from '#core/money/format.ts';
import { businessDaysAfter } from '#core/time/business-time.ts';
import { formatDayInZone } from '#core/time/date-text.ts';
import { homeColumns, homeZone } from '#server/adapters/geolocation/home-zone.ts';
import type { Mail } from '#server/adapters/mail/mail.ts';
import {
  type ClosedMoneyNews,
  closedDepositMail,
  closedMoneyMail,
} from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { doAll } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { CLOSED_MONEY_BUSINESS_DAYS } from '#server/policy.ts';
import { formerOwner } from '#server/services/customers/archive/archive.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { takeDebts } from '#server/services/money-in/debts/debts.ts';
import type { ClosedMoney } from '#server/store/schema/archive-schema.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

/**
 * Money that comes for an account after it was closed (HARD-51): kept in an account of its own that nothing spends,
 * with a case for two officers, and told by mail where the sealed archive still has an address.
 */

export type ClosedMoneyRow = Selectable<ClosedMoney>;
type Cause = ClosedMoneyRow['cause'];

/** Afterwards no bank returns a payment by itself. */
export const RETURNED_WITHIN_SECONDS = 30 * 24 * 3600;

/** The amount of a case, in whole units. */
export const amountIn = ({ units, currency }: Pick<ClosedMoneyRow, 'units' | 'currency'>) =>
  formatUnits(BigInt(units), storedKept(currency).scale);

const newsOf = (
  row: Pick<ClosedMoneyRow, 'units' | 'currency' | 'cause' | 'due_at'>,
  kind: ClosedMoneyNews['kind'],
): ClosedMoneyNews => ({
  ...{ kind, cause: row.cause, amount: amountIn(row), currency: row.currency },
  due: row.due_at.getTime(),
});

/** The same as a letter, for whom no mail reaches. */
export const letterOf = (row: ClosedMoneyRow, kind: ClosedMoneyNews['kind']): Mail =>
  closedMoneyMail({ email: '' }, newsOf(row, kind));

/** Tells the former owner, if an address is kept; false if none is. */
async function tell(
  deps: Deps,
  tx: Tx,
  row: Pick<ClosedMoneyRow, 'former_id' | 'units' | 'currency' | 'cause' | 'due_at'>,
  kind: ClosedMoneyNews['kind'],
): Promise<boolean> {
  const owner = await formerOwner(deps, tx, row.former_id);
  if (!owner || owner.email === '') return false;
  await queueMail(deps, tx, closedMoneyMail({ email: owner.email }, newsOf(row, kind)));
  return true;
}

/** Tells the former owner of a deposit that came to an address of theirs, which nobody is credited with. */
export async function tellOfDeposit(
  deps: Deps,
  tx: Tx,
  formerId: string,
  deposit: { readonly amount: string; readonly currency: string },
): Promise<void> {
  const owner = await formerOwner(deps, tx, formerId);
  if (!owner || owner.email === '') return;
  await queueMail(deps, tx, closedDepositMail({ email: owner.email }, deposit));
}

const causeTexts: Readonly<Record<Cause, string>> = {
  payout: 'Payout came back',
  withdrawal: 'Withdrawal not sent',
  card: 'Card payment settled late',
  left: 'Found in a closed account',
};

/** What came, for officers. */
export const causeText = ({ cause }: Pick<ClosedMoneyRow, 'cause'>): string => causeTexts[cause];

interface Came {
  readonly userId: string;
  readonly cause: Cause;
  readonly about: string;
}

/**
 * Keeps what has just been credited to an account that is closed: what is owed is taken first, and the rest becomes a
 * case. Called in the transaction of every credit that may come late, after it; false if the account stands. The
 * credit's journal shares the key of the customer's row, so the account is not closed meanwhile.
 */
export async function keepForClosed(
  deps: Deps,
  tx: Tx,
  { userId, cause, about }: Came,
): Promise<boolean> {
  const closed = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  if (!closed) return false;
  await takeDebts(tx, deps.clock, userId);
  const held = await tx
    .selectFrom('accounts')
    .select(['currency', sql<string>`balance::text`.as('units')])
    .where('owner', '=', userId)
    .where('kind', '=', 'available')
    .where('balance', '>', '0')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { currency, units } of held) {
    await openCase(deps, tx, { former_id: userId, cause, about, currency, units });
  }
  return true;
}

/** Moves money of a closed account out of reach, and puts it before two officers. */
async function openCase(
  deps: Deps,
  tx: Tx,
  came: Pick<ClosedMoneyRow, 'former_id' | 'cause' | 'about' | 'currency' | 'units'>,
): Promise<void> {
  const { former_id: owner, cause, about, currency, units } = came;
  const { code } = storedKept(currency);
  const id = `${cause}:${about}:${code}`;
  const posted = await postJournal(tx, deps.clock, {
    class: 'payment',
    kind: 'set-aside',
    userId: owner,
    reference: `set-aside:${id}`,
    comment: `${causeTexts[cause]}/${about}`,
    postings: [
      { account: customer(owner, 'available', code), units: -BigInt(units) },
      { account: customer(owner, 'unclaimed', code), units: BigInt(units) },
    ],
  });
  if (posted.kind !== 'posted') throw new Error('money of a closed account was not set aside');
  const due_at = new Date(
    businessDaysAfter(posted.createdAt.getTime(), CLOSED_MONEY_BUSINESS_DAYS),
  );
  const told = await tell(deps, tx, { ...came, due_at }, 'came');
  await tx
    .insertInto('closed_money')
    .values({ ...came, id, came_at: posted.createdAt, due_at, told })
    .execute();
  deps.log.warn('money came for a closed account', { case: id, told });
}

/** The case, locked, if nobody has decided it yet. */
export const lockOpen = (tx: Tx, id: string): Promise<ClosedMoneyRow | undefined> =>
  tx
    .selectFrom('closed_money')
    .selectAll()
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const readClosedMoney = (reader: Reader, id: string): Promise<ClosedMoneyRow | undefined> =>
  reader.selectFrom('closed_money').selectAll().where('id', '=', id).executeTakeFirst();

export interface Decided {
  readonly decision: 'pay' | 'refund' | 'book';
  /** The officer's account. */
  readonly by: string;
  readonly why: string;
}

/** Records the decision. What is paid or refunded is told once it has gone. */
export async function recordDecision(
  deps: Deps,
  tx: Tx,
  row: ClosedMoneyRow,
  { decision, by, why }: Decided,
  payment: { readonly withdrawal_id?: string; readonly paid_to?: string } = {},
): Promise<void> {
  await tx
    .updateTable('closed_money')
    .set({ decision, decided_at: deps.clock.sql, decided_by: by, decided_why: why, ...payment })
    .where('id', '=', row.id)
    .execute();
  if (decision !== 'pay') await tell(deps, tx, row, decision === 'book' ? 'booked' : 'refunded');
}

/** Books what can be paid to nobody as the house's. */
export async function bookClosedMoney(
  deps: Deps,
  tx: Tx,
  row: ClosedMoneyRow,
  decided: Omit<Decided, 'decision'>,
): Promise<void> {
  const { code } = storedKept(row.currency);
  const units = BigInt(row.units);
  const posted = await postJournal(tx, deps.clock, {
    class: 'manual',
    kind: 'forfeited',
    userId: row.former_id,
    reference: `closed-money:${row.id}`,
    comment: 'Came after the account was closed, and could be paid to nobody',
    postings: [
      { account: customer(row.former_id, 'unclaimed', code), units: -units },
      { account: house('forfeited', code), units },
    ],
  });
  if (posted.kind !== 'posted') throw new Error('money of a closed account was not booked');
  await recordDecision(deps, tx, row, { ...decided, decision: 'book' });
}

/** The case that a withdrawal pays out; undefined for a customer's own withdrawal. */
export const paidBy = (reader: Reader, withdrawalId: string): Promise<ClosedMoneyRow | undefined> =>
  reader
    .selectFrom('closed_money')
    .selectAll()
    .where('withdrawal_id', '=', withdrawalId)
    .executeTakeFirst();

/** It has arrived where officers sent it. */
export const tellPaid = (deps: Deps, tx: Tx, row: ClosedMoneyRow): Promise<boolean> =>
  tell(deps, tx, row, 'paid');

/** A payout that the bank may still return, and until when. */
export interface MayReturn {
  readonly amount: string;
  readonly currency: string;
  readonly until: Date;
}

/** The payouts of a customer that their banks may still return. */
export async function payoutsThatMayReturn(
  reader: Reader,
  userId: string,
): Promise<readonly MayReturn[]> {
  const rows = await reader
    .selectFrom('withdrawals')
    .select(['units', 'currency', 'completed_at'])
    .where('user_id', '=', userId)
    .where('status', '=', 'completed')
    .where('holder', '<>', '')
    // Nobody asks about it any more once it is too late.
    .where('due_at', 'is not', null)
    .orderBy('completed_at')
    .execute();
  return rows.flatMap(({ units, currency, completed_at }) =>
    completed_at
      ? {
          ...{ amount: amountIn({ units, currency }), currency },
          until: new Date(completed_at.getTime() + RETURNED_WITHIN_SECONDS * 1000),
        }
      : [],
  );
}

/** What a customer whose account is closed is told of these payouts; undefined if there are none. */
export async function returnsLeft(reader: Reader, userId: string): Promise<string | undefined> {
  const payouts = await payoutsThatMayReturn(reader, userId);
  if (payouts.length === 0) return undefined;
  const home = await reader
    .selectFrom('users')
    .select(homeColumns)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const each = payouts.map(
    ({ amount, currency, until }) =>
      `${formatFiat(amount, currency)} until ${formatDayInZone(until.getTime(), homeZone(home))}`,
  );
  return `A bank can still return a payout of yours: ${each.join(', ')}. If one comes back after the account is closed, we keep it for you, write to this address, and pay it to a bank account in your own name.`;
}

/** The cause of the newest journal that gave a customer something: the case and its payout are named after it. */
async function lastCredit(tx: Tx, userId: string): Promise<string> {
  const row = await tx
    .selectFrom('postings')
    .innerJoin('journals', 'journals.id', 'postings.journal_id')
    .where('statement_of', '=', userId)
    .where('amount', '>', '0')
    .select(['journals.id', 'reference'])
    .orderBy('postings.created_at', 'desc')
    .orderBy('postings.journal_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.reference ?? row.id;
}

const AT_ONCE = 100;

/** What is in a closed account although nothing was kept for it, such as by a server of the version before. */
async function findLeft(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const find = (after: string, most: number) =>
    deps.db
      .selectFrom('users')
      .innerJoin('accounts', 'accounts.owner', 'users.id')
      .select('users.id')
      .distinct()
      .where('users.deleted_at', 'is not', null)
      .where('accounts.kind', '=', 'available')
      .where('accounts.balance', '>', '0')
      .where('users.id', '>', after)
      .orderBy('users.id')
      .limit(most)
      .execute();
  const keep = ({ id: userId }: { readonly id: string }) =>
    inTransaction(deps.db, async (tx) => {
      const about = await lastCredit(tx, userId);
      await keepForClosed(deps, tx, { userId, cause: 'left', about });
    });
  await doAll(deps, {
    ...{ find, most: AT_ONCE, failed: 'money of a closed account not set aside', work: keep },
    ...{ facts: ({ id }) => ({ account: id }), stopping },
  });
}

export const closedMoneyLoop: Loop = {
  everyMs: 3600_000,
  failed: 'money of closed accounts not looked for',
  round: findLeft,
};

/** The open cases' sums by currency, in minor units. */
export const openSums = (reader: Reader) =>
  reader
    .selectFrom('closed_money')
    .where('decided_at', 'is', null)
    .select((row) => [
      'currency',
      row.fn.countAll<string>().as('count'),
      row.fn.sum<string>('units').as('units'),
    ])
    .groupBy('currency')
    .orderBy('currency')
    .execute();
