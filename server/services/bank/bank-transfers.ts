import { type Selectable, sql } from 'kysely';
import { type CashCode, findCash } from '#core/domain/cash.ts';
import { parseUnits } from '#core/domain/decimal.ts';
import { formatFiat } from '#core/domain/format.ts';
import { isSamePerson } from '#core/domain/person-name.ts';
import type { BankTransfer } from '#server/adapters/bank/bank.ts';
import { cashArrivedMail, cashReturnedMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house, MOST_UNITS } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { derivedId } from '#server/platform/derived-id.ts';
import { notify } from '#server/services/notices/notify.ts';
import { askAfterDeposit } from '#server/services/notices/second-factor-asks.ts';
import type { BankTransfers } from '#server/store/bank-schema.ts';
import type { Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

type Row = Selectable<BankTransfers>;

/** How soon an unfinished transfer is asked about again. */
const ASK_SECONDS = 60;

/** Why a transfer belongs to nobody: it goes back, or a person decides. */
type Unfit =
  | 'unknown-account'
  | 'other-currency'
  | 'other-name'
  | 'impossible-amount'
  /** The bank says that we sent it back, which the books had lost. */
  | 'sent-back'
  /** We opened its account for a customer whom the books lack. */
  | 'lost-account';

/** What is not sent back automatically: a person decides. */
const forPeople: Readonly<Partial<Record<Unfit, true>>> = {
  'impossible-amount': true,
  'lost-account': true,
};

/** Who is credited with what, or why nobody is. */
type Fit =
  | {
      readonly kind: 'fits';
      readonly userId: string;
      readonly currency: CashCode;
      readonly units: bigint;
    }
  | { readonly kind: 'unfit'; readonly reason: Unfit };

/** Locks the customer of the account, so that an account being deleted is not credited. */
async function fitOf(tx: Tx, transfer: BankTransfer): Promise<Fit> {
  const unfit = (reason: Unfit): Fit => ({ kind: 'unfit', reason });
  const payee = await tx
    .selectFrom('bank_accounts')
    .innerJoin('users', 'users.id', 'bank_accounts.user_id')
    .where('external_id', '=', transfer.accountId)
    .where('users.deleted_at', 'is', null)
    .select(['users.id', 'first_name', 'last_name', 'currency'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!payee) return unfit('unknown-account');
  const cash = findCash(payee.currency);
  if (!cash || transfer.currency !== cash.code) return unfit('other-currency');
  const units = parseUnits(transfer.amount, cash.scale);
  if (!units || units > MOST_UNITS) return unfit('impossible-amount');
  const name = { first: payee.first_name, last: payee.last_name };
  if (!isSamePerson(name, transfer.payer)) return unfit('other-name');
  return { kind: 'fits', userId: payee.id, currency: cash.code, units };
}

/**
 * What a restore has lost about a transfer, if anything (HARD-82): it was sent back already, or its account is one
 * of ours.
 */
async function afterLoss(tx: Tx, { id }: Row, { accountId }: BankTransfer, fit: Fit): Promise<Fit> {
  const { rows } = await sql<{ returned: boolean; lost: boolean }>`select
    exists (select 1 from transfers_aside where reference = ${id}) as returned,
    exists (select 1 from lost_bank_accounts where external_id = ${accountId}) as lost`.execute(tx);
  const [found] = rows;
  if (found?.returned) return { kind: 'unfit', reason: 'sent-back' };
  const isUnknown = fit.kind === 'unfit' && fit.reason === 'unknown-account';
  return found?.lost && isUnknown ? { kind: 'unfit', reason: 'lost-account' } : fit;
}

/** The locked row of a transfer, created when it is first reported. */
async function rowOf(deps: Deps, tx: Tx, transfer: BankTransfer): Promise<Row> {
  const owner = await tx
    .selectFrom('bank_accounts')
    .select('user_id')
    .where('external_id', '=', transfer.accountId)
    .executeTakeFirst();
  await tx
    .insertInto('bank_transfers')
    .values({
      // Derived, because a return is ordered under it: one whose row was lost is not paid again.
      id: derivedId('bank transfer', transfer.id),
      external_id: transfer.id,
      user_id: owner?.user_id ?? null,
      currency: transfer.currency,
      amount: transfer.amount,
      payer: transfer.payer,
      reference: transfer.reference,
      state: 'pending',
      reason: '',
      seen_at: deps.clock.sql,
      ask_at: deps.clock.sqlIn(ASK_SECONDS),
      ended_at: null,
    })
    .onConflict((conflict) => conflict.column('external_id').doNothing())
    .execute();
  return tx
    .selectFrom('bank_transfers')
    .selectAll()
    .where('external_id', '=', transfer.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The customer; undefined if their account was deleted meanwhile. */
async function standing(tx: Tx, userId: string | null): Promise<string | undefined> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return user?.id;
}

const end = (deps: Deps, tx: Tx, { id }: Row, state: Row['state'], reason = '') =>
  tx
    .updateTable('bank_transfers')
    .set({
      ...{ state, reason, ask_at: deps.clock.sql },
      ended_at: state === 'returning' ? null : deps.clock.sql,
    })
    .where('id', '=', id)
    .execute();

/**
 * Credits the transfer to the customer's balance. Only once, because the journal's reference is the
 * transfer's.
 */
async function credit(
  deps: Deps,
  tx: Tx,
  row: Row,
  { userId, currency, units }: Fit & { readonly kind: 'fits' },
): Promise<void> {
  const posted = await postJournal(tx, deps.clock, {
    class: 'payment',
    kind: 'cash-in',
    userId,
    reference: `cash-in:${row.id}`,
    comment: `Bank transfer/${row.id}`,
    network: 'Bank transfer',
    sender: 'Your bank account',
    postings: [
      { account: house('bank', currency), units: -units },
      { account: customer(userId, 'available', currency), units },
    ],
  });
  if (posted.kind !== 'posted') throw new Error('a bank transfer was refused by the ledger');
  await end(deps, tx, row, 'credited');
  await notify(deps, tx, userId, {
    event: 'transactionCompleted',
    popup: 'Money from your bank has arrived.',
    page: '/cash',
    mail: (to) => cashArrivedMail(to, formatFiat(row.amount, currency)),
  });
  await askAfterDeposit(deps, tx, userId);
}

async function settled(deps: Deps, tx: Tx, row: Row, transfer: BankTransfer): Promise<void> {
  const fit = await afterLoss(tx, row, transfer, await fitOf(tx, transfer));
  if (fit.kind === 'fits') return credit(deps, tx, row, fit);
  deps.log.warn('bank transfer set aside', { transfer: row.id, reason: fit.reason });
  const state = fit.reason in forPeople ? 'aside' : 'returning';
  await end(deps, tx, row, state, fit.reason);
}

/** Takes as much of what is owed as is available; the rest stays owed. The row must be locked. */
export async function takeOwed(deps: Deps, tx: Tx, row: Row, part: string): Promise<void> {
  const { user_id: userId } = row;
  const cash = findCash(row.currency);
  if (!userId || !cash) return;
  const held = await tx
    .selectFrom('accounts')
    .select('balance')
    .where('owner', '=', userId)
    .where('kind', '=', 'available')
    .where('currency', '=', cash.code)
    .forUpdate()
    .executeTakeFirst();
  const owed = BigInt(row.owed);
  const there = BigInt(held?.balance ?? 0);
  const units = there < owed ? there : owed;
  if (units === 0n) return;
  const posted = await postJournal(tx, deps.clock, {
    class: 'payment',
    kind: 'cash-recalled',
    userId,
    reference: `cash-recalled:${row.id}:${part}`,
    comment: `Taken back by the bank/${row.id}`,
    network: 'Bank transfer',
    postings: [
      { account: customer(userId, 'available', cash.code), units: -units },
      { account: house('bank', cash.code), units },
    ],
  });
  if (posted.kind !== 'posted') throw new Error('a recalled transfer was refused by the ledger');
  await tx
    .updateTable('bank_transfers')
    .set({ owed: String(owed - units) })
    .where('id', '=', row.id)
    .execute();
}

/**
 * The payer's bank recalled the transfer: it is taken from the customer's balance as far as possible, and the
 * rest is owed.
 */
async function recall(deps: Deps, tx: Tx, row: Row): Promise<void> {
  const cash = findCash(row.currency);
  const units = (cash && parseUnits(row.amount, cash.scale)) ?? 0n;
  deps.log.error('bank transfer recalled after it was credited', { transfer: row.id });
  await end(deps, tx, row, 'recalled', 'recalled');
  await tx
    .updateTable('bank_transfers')
    .set({ owed: String(units) })
    .where('id', '=', row.id)
    .execute();
  await takeOwed(deps, tx, { ...row, owed: String(units) }, '0');
  const customerId = await standing(tx, row.user_id);
  if (!customerId) return;
  await notify(deps, tx, customerId, {
    event: 'transactionRejected',
    popup: 'A transfer was taken back by the bank that sent it.',
    page: '/cash',
  });
}

async function take(deps: Deps, tx: Tx, transfer: BankTransfer): Promise<void> {
  const row = await rowOf(deps, tx, transfer);
  const isSame = row.amount === transfer.amount && row.currency === transfer.currency;
  if (row.state === 'credited') {
    if (transfer.status === 'reversed') await recall(deps, tx, row);
    // A changed report moves nothing: a person decides.
    else if (!isSame)
      deps.log.error('bank transfer changed after it was credited', { transfer: row.id });
    return;
  }
  if (row.state !== 'pending') return;
  switch (transfer.status) {
    case 'pending':
      return;
    case 'settled':
      return settled(deps, tx, row, transfer);
    case 'rejected':
    case 'reversed':
      await end(deps, tx, row, 'rejected');
  }
}

/** Takes a report of the bank about a transfer. However often it is reported, it is in the books once. */
export const takeTransfer = (deps: Deps, transfer: BankTransfer): Promise<void> =>
  inTransaction(deps.db, (tx) => take(deps, tx, transfer));

/** Records that a transfer went back to its sender, or that a person must see to it. */
export const endReturn = (deps: Deps, id: string, answer: 'given' | 'impossible'): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const row = await tx
      .selectFrom('bank_transfers')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'returning')
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    if (answer === 'impossible') {
      deps.log.error('bank transfer cannot be given back', { transfer: id });
      await end(deps, tx, row, 'aside', row.reason);
      return;
    }
    await end(deps, tx, row, 'returned', row.reason);
    const customerId = await standing(tx, row.user_id);
    if (!customerId) return;
    await notify(deps, tx, customerId, {
      event: 'transactionRejected',
      popup: 'A bank transfer was sent back.',
      page: '/cash',
      mail: (to) => cashReturnedMail(to, formatFiat(row.amount, row.currency)),
    });
  });

/** A person has clarified a transfer that was set aside and done what was necessary. No balance changes. */
export async function settleBankTransfer(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  id: string,
  why: string,
): Promise<'settled' | 'settled-before' | 'unknown'> {
  const row = await tx
    .selectFrom('bank_transfers')
    .select('settled_at')
    .where('id', '=', id)
    .where('state', '=', 'aside')
    .forUpdate()
    .executeTakeFirst();
  if (!row) return 'unknown';
  if (row.settled_at) return 'settled-before';
  await tx
    .updateTable('bank_transfers')
    .set({ settled_at: clock.sql, settled_for: why })
    .where('id', '=', id)
    .execute();
  return 'settled';
}
