import { type Selectable, sql } from 'kysely';
import { type CashCode, findCash } from '#core/domain/cash.ts';
import { parseUnits } from '#core/domain/decimal.ts';
import { formatFiat } from '#core/domain/format.ts';
import { compareName } from '#core/domain/person-name.ts';
import type { BankTransfer, Returned } from '#server/adapters/bank/bank.ts';
import {
  cashArrivedMail,
  cashRecalledMail,
  cashReturnedMail,
} from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house, MOST_UNITS } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { derivedId } from '#server/platform/derived-id.ts';
import { doEach } from '#server/platform/due.ts';
import { findDebtor } from '#server/services/debts/debt-cases.ts';
import { debtsOf, takeDebts } from '#server/services/debts/debts.ts';
import { answers, gateSql } from '#server/services/gates/gates.ts';
import { notify } from '#server/services/notices/notify.ts';
import { askAfterDeposit } from '#server/services/notices/second-factor-asks.ts';
import { screenDue } from '#server/services/screening/screen-due.ts';
import { haveScreened, isScreened } from '#server/services/screening/screenings.ts';
import { bankClosedSql } from '#server/services/trading/closed.ts';
import { lockAccount } from '#server/services/users/users.ts';
import { cancelWaiting } from '#server/services/withdrawals/withdrawal-steps.ts';
import type { BankTransfers } from '#server/store/bank-schema.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

type Row = Selectable<BankTransfers>;

/** How soon an unfinished transfer is asked about again. */
const ASK_SECONDS = 60;

/** Why a transfer belongs to nobody: it goes back, or a person decides. */
type Unfit =
  | 'unknown-account'
  | 'other-currency'
  | 'other-name'
  | 'near-name'
  | 'impossible-amount'
  | 'ended'
  /** The bank says that we sent it back, which the books had lost. */
  | 'sent-back'
  /** We opened its account for a customer whom the books lack. */
  | 'lost-account';

/** For these a person decides; all others go back by themselves. */
const FOR_A_PERSON: readonly Unfit[] = ['near-name', 'impossible-amount', 'lost-account'];

/** What the bank says of a transfer, as far as it decides who is credited. */
interface Reported extends Pick<BankTransfer, 'accountId' | 'currency' | 'amount' | 'payer'> {
  /** An officer has decided that a name that is nearly the customer's is theirs. */
  readonly isOwn?: boolean;
}

/** Who is credited with what, or why nobody is. */
type Fit =
  | {
      readonly kind: 'fits';
      readonly userId: string;
      readonly currency: CashCode;
      readonly units: bigint;
      /** Nothing is credited while its customer is on a list (HARD-56). */
      readonly waits: boolean;
    }
  | { readonly kind: 'unfit'; readonly reason: Unfit };

/** Locks the customer of the account, so that an account being deleted is not credited. */
async function fitOf({ clock }: Deps, tx: Tx, transfer: Reported): Promise<Fit> {
  const unfit = (reason: Unfit): Fit => ({ kind: 'unfit', reason });
  const payee = await tx
    .selectFrom('bank_accounts')
    .innerJoin('users', 'users.id', 'bank_accounts.user_id')
    .where('external_id', '=', transfer.accountId)
    .where('users.deleted_at', 'is', null)
    .select(['users.id', 'first_name', 'last_name', 'currency'])
    .select(gateSql(clock, sql<string>`users.id`, 'transfer-in').as('gate'))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!payee) return unfit('unknown-account');
  const cash = findCash(payee.currency);
  if (!cash || transfer.currency !== cash.code) return unfit('other-currency');
  const units = parseUnits(transfer.amount, cash.scale);
  if (!units || units > MOST_UNITS) return unfit('impossible-amount');
  if (payee.gate && answers[payee.gate.state]['transfer-in'] === 'returned') return unfit('ended');
  const name = { first: payee.first_name, last: payee.last_name };
  const whose = compareName(name, transfer.payer);
  if (whose !== 'same' && !(whose === 'near' && transfer.isOwn))
    return unfit(whose === 'near' ? 'near-name' : 'other-name');
  const waits = payee.gate !== null && answers[payee.gate.state]['transfer-in'] === 'waits';
  return { kind: 'fits', userId: payee.id, currency: cash.code, units, waits };
}

/**
 * What a restore has lost about a transfer, if anything (HARD-82): it was sent back already, or its account is one
 * of ours.
 */
async function afterLoss(
  tx: Tx,
  { id }: Row,
  { accountId }: Pick<BankTransfer, 'accountId'>,
  fit: Fit,
): Promise<Fit> {
  const { rows } = await sql<{ returned: boolean; lost: boolean }>`select
    exists (select 1 from transfers_aside where reference = ${id}) as returned,
    exists (select 1 from lost_bank_accounts where external_id = ${accountId}) as lost`.execute(tx);
  const [found] = rows;
  if (found?.returned) return { kind: 'unfit', reason: 'sent-back' };
  const isUnknown = fit.kind === 'unfit' && fit.reason === 'unknown-account';
  return found?.lost && isUnknown ? { kind: 'unfit', reason: 'lost-account' } : fit;
}

/**
 * The locked row of a transfer, created when it is first reported. Until the transfer is settled, the row is what the
 * bank said last: what is judged, screened, credited and taken back is what has settled.
 */
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
    .onConflict((conflict) =>
      conflict
        .column('external_id')
        .doUpdateSet((row) => ({
          user_id: sql`coalesce(${row.ref('excluded.user_id')}, bank_transfers.user_id)`,
          currency: row.ref('excluded.currency'),
          amount: row.ref('excluded.amount'),
          payer: row.ref('excluded.payer'),
          reference: row.ref('excluded.reference'),
        }))
        .where('bank_transfers.state', '=', 'pending')
        .where(
          sql<boolean>`(bank_transfers.user_id, bank_transfers.currency, bank_transfers.amount,
            bank_transfers.payer, bank_transfers.reference) is distinct from (excluded.user_id,
            excluded.currency, excluded.amount, excluded.payer, excluded.reference)`,
        ),
    )
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
      ended_at: state === 'returning' || state === 'aside' ? null : deps.clock.sql,
      // Whatever was decided before: a person decides anew.
      ...(state === 'aside' && { settled_at: null, settled_for: '' }),
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
  await takeDebts(tx, deps.clock, userId);
  await notify(deps, tx, userId, {
    event: 'transactionCompleted',
    popup: 'Money from your bank has arrived.',
    page: '/cash',
    mail: (to) => cashArrivedMail(to, formatFiat(row.amount, currency)),
  });
  await askAfterDeposit(deps, tx, userId);
}

/** Whether an operator has closed the bank: nothing is credited or given back until they open it. */
export const isBankClosed = async (reader: Reader): Promise<boolean> =>
  (await reader.selectNoFrom(bankClosedSql.as('closed')).executeTakeFirstOrThrow()).closed;

/**
 * It has arrived: it waits until its payer was screened, and as long as its customer is on a list (HARD-56). One that
 * fits nobody goes back.
 */
async function settled(deps: Deps, tx: Tx, row: Row, transfer: BankTransfer): Promise<void> {
  if (await isBankClosed(tx)) return;
  const fit = await afterLoss(tx, row, transfer, await fitOf(deps, tx, transfer));
  if (fit.kind === 'unfit') return putAside(deps, tx, row, fit);
  await check(deps, tx, row, fit.userId);
}

/** It waits until its payer was screened, and is credited then. */
async function check(deps: Deps, tx: Tx, { id }: Row, userId: string): Promise<void> {
  await tx
    .updateTable('bank_transfers')
    .set({ state: 'checking', user_id: userId, ended_at: null })
    .where('id', '=', id)
    .execute();
  await haveScreened(tx, deps.clock, { subject: 'transfer', reference: id, userId });
}

async function putAside(
  deps: Deps,
  tx: Tx,
  row: Row,
  fit: Fit & { readonly kind: 'unfit' },
): Promise<void> {
  deps.log.warn('bank transfer set aside', { transfer: row.id, reason: fit.reason });
  const state = FOR_A_PERSON.includes(fit.reason) ? 'aside' : 'returning';
  await end(deps, tx, row, state, fit.reason);
}

/**
 * The payer's bank recalled the transfer: it is taken from the customer's balance as far as possible, and the
 * rest is owed. While something is owed, withdrawals that wait come back: cash among them pays at once (HARD-50).
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
  const { user_id: userId } = row;
  if (!userId) return;
  // The customer before their balances, as a credit locks them.
  const isOpen = await lockAccount(tx, userId);
  await takeDebts(tx, deps.clock, userId);
  if (!isOpen) return findDebtor(deps, tx, userId);
  const owes = async () => (await debtsOf(tx, userId)).length > 0;
  if (await owes()) await cancelWaiting(deps, tx, userId, 'debt');
  const popup = 'Bank transfer recalled: the bank that sent it took it back.';
  const missing = await owes();
  await notify(deps, tx, userId, {
    event: 'transactionRejected',
    popup: missing ? `${popup} A part of it is missing: see Cash.` : popup,
    page: '/cash',
    mail: (to) => cashRecalledMail(to, formatFiat(row.amount, row.currency), missing),
  });
}

/** Those that were screened, and whose customer may be credited. */
const screened = (reader: Reader) =>
  reader
    .selectFrom('bank_transfers')
    .where('state', '=', 'checking')
    .where(isScreened('bank_transfers'));

/** Credits one of them; what has changed since it arrived counts, so it may go back. */
const creditOne = (deps: Deps, id: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const row = await screened(tx)
      .selectAll('bank_transfers')
      .where('id', '=', id)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return;
    const account = await tx
      .selectFrom('bank_accounts')
      .select('external_id')
      .where('user_id', '=', row.user_id)
      .where('currency', '=', row.currency)
      .executeTakeFirst();
    const isOwn = row.settled_at !== null;
    const accountId = account?.external_id ?? '';
    const found = await fitOf(deps, tx, { ...row, accountId, isOwn });
    const fit = await afterLoss(tx, row, { accountId }, found);
    if (fit.kind === 'unfit') return putAside(deps, tx, row, fit);
    if (!fit.waits) await credit(deps, tx, row, fit);
  });

const BATCH = 100;

/** Has the payers of arrived transfers screened, and credits those that may be. */
export async function creditScreened(deps: Deps, stopping?: AbortSignal): Promise<void> {
  await screenDue(deps, stopping);
  if (await isBankClosed(deps.db)) return;
  const due = await screened(deps.db).select('id').orderBy('seen_at').limit(BATCH).execute();
  await doEach(deps, due, 'bank transfer not credited', ({ id }) => creditOne(deps, id), {
    stopping,
    facts: ({ id }) => ({ transfer: id }),
  });
}

/** A person decided that a transfer is credited to nobody: it is set aside. False if that is too late. */
export async function refuseTransfer(deps: Deps, tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('bank_transfers')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  await end(deps, tx, row, 'aside', 'refused');
  return true;
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
  if (transfer.status === 'reversed') {
    // What the bank took back is not there any more for a person to decide about.
    const isUndecided = row.state === 'aside' && !row.settled_at;
    if (isUndecided && row.reason !== 'reversed-after-return') {
      return void (await end(deps, tx, row, 'rejected'));
    }
    if (row.state === 'returned') {
      deps.log.error('bank transfer taken back after it was sent back', { transfer: row.id });
      return void (await end(deps, tx, row, 'aside', 'reversed-after-return'));
    }
  }
  if (row.state !== 'pending' && row.state !== 'checking') return;
  switch (transfer.status) {
    case 'pending':
      return;
    case 'settled':
      if (row.state === 'checking') return;
      return settled(deps, tx, row, transfer);
    case 'rejected':
    case 'reversed':
      await end(deps, tx, row, 'rejected');
  }
}

/** Takes a report of the bank about a transfer. However often it is reported, it is in the books once. */
export const takeTransfer = (deps: Deps, transfer: BankTransfer): Promise<void> =>
  inTransaction(deps.db, (tx) => take(deps, tx, transfer));

/**
 * Records that a transfer went back to its sender, that its payer's bank had taken it back before, or that a person
 * must see to it.
 */
export const endReturn = (deps: Deps, id: string, answer: Returned): Promise<void> =>
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
      // What an officer sent back is not decided again as before.
      await end(deps, tx, row, 'aside', row.settled_at ? 'cannot-return' : row.reason);
      return;
    }
    if (answer === 'reversed') {
      await end(deps, tx, row, 'rejected', row.reason);
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

/**
 * A person has decided whose name nearly the customer's is: the transfer is credited like any other, once its payer is
 * screened and nothing else is in the way, or it goes back. What came for a closed account can only go back.
 */
export async function decideNearName(
  deps: Deps,
  tx: Tx,
  id: string,
  { isOwn, why }: { readonly isOwn: boolean; readonly why: string },
): Promise<'settled' | 'settled-before' | 'unknown'> {
  const row = await tx
    .selectFrom('bank_transfers')
    .selectAll()
    .where('id', '=', id)
    .where('reason', '=', 'near-name')
    .forUpdate()
    .executeTakeFirst();
  if (!row) return 'unknown';
  if (row.settled_at || row.state !== 'aside') return 'settled-before';
  const owner = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', row.user_id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!isOwn) await end(deps, tx, row, 'returning', row.reason);
  else if (owner) await check(deps, tx, row, owner.id);
  else return 'unknown';
  await tx
    .updateTable('bank_transfers')
    .set({ settled_at: deps.clock.sql, settled_for: why, reason: row.reason })
    .where('id', '=', id)
    .execute();
  return 'settled';
}

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
    .where('reason', '<>', 'near-name')
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
