import { type Selectable, sql } from 'kysely';
import { type CashCode, findCash } from '#core/money/cash.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { formatFiat } from '#core/money/format.ts';
import { isUntold } from '#core/people/person-name.ts';
import { compareNames } from '#core/people/verified-person.ts';
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
import { doAll } from '#server/platform/due.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { answerOf, isShut, mayBeCredited, whySql } from '#server/services/checks/gates/why.ts';
import { screenTransfers } from '#server/services/checks/screening/screen-due.ts';
import { haveScreened, screenAgain } from '#server/services/checks/screening/screenings.ts';
import { nameColumns, namesOf } from '#server/services/customers/users/person.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { askAfterDeposit } from '#server/services/messages/notices/second-factor-asks.ts';
import { findDebtor } from '#server/services/money-in/debts/debt-cases.ts';
import { debtsOf, takeDebts } from '#server/services/money-in/debts/debts.ts';
import { cancelWaiting } from '#server/services/money-out/withdrawals/withdrawal-steps.ts';
import { ARRIVED, ARRIVED_OTHER } from '#server/services/operation/copies/compared.ts';
import type { BankTransfers } from '#server/store/schema/bank-schema.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { accountsOfCustomers } from './accounts-asked.ts';
import { LOST } from './bank-movements.ts';

type Row = Selectable<BankTransfers>;

/** How soon an unfinished transfer is asked about again. */
const ASK_SECONDS = 60;

/** Why a transfer belongs to nobody: it goes back, or a person decides. */
export type Unfit =
  | 'unknown-account'
  | 'other-currency'
  | 'other-name'
  | 'near-name'
  /** The bank does not say who paid: that is nobody else’s name (READ-18). */
  | 'payer-unknown'
  | 'impossible-amount'
  | 'ended'
  /** The bank says that we sent it back, which the books had lost. */
  | 'sent-back'
  /** We opened its account for a customer whom the books lack. */
  | 'lost-account';

/** For these a person decides; all others go back by themselves. */
const FOR_A_PERSON: readonly Unfit[] = [
  ...(['near-name', 'payer-unknown', 'impossible-amount', 'lost-account'] as const),
];

/** Of these a person says whether they are their customer's. */
export const WHOSE_NAME: readonly string[] = ['near-name', 'payer-unknown'] satisfies Unfit[];

/** What the bank says of a transfer, as far as it decides who is credited. */
interface Reported extends Pick<BankTransfer, 'accountId' | 'currency' | 'amount' | 'payer'> {
  /** An officer has decided that a name that is nearly the customer's, or is not told, is theirs. */
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
async function fitOf(deps: Deps, tx: Tx, transfer: Reported): Promise<Fit> {
  const unfit = (reason: Unfit): Fit => ({ kind: 'unfit', reason });
  const payee = await tx
    .selectFrom(accountsOfCustomers.as('accounts'))
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .where('external_id', '=', transfer.accountId)
    .where('users.deleted_at', 'is', null)
    .select(['users.id', 'accounts.currency', ...nameColumns])
    .select(whySql(deps, { way: 'transfer-in', user: sql<string>`users.id` }).as('why'))
    .forNoKeyUpdate(['users'])
    .executeTakeFirst();
  if (!payee) return unfit('unknown-account');
  const cash = findCash(payee.currency);
  if (!cash || transfer.currency !== cash.code) return unfit('other-currency');
  const units = parseUnits(transfer.amount, cash.scale);
  if (!units || units > MOST_UNITS) return unfit('impossible-amount');
  const answer = answerOf(payee.why, 'transfer-in');
  if (answer === 'returned') return unfit('ended');
  if (isUntold(transfer.payer)) {
    if (!transfer.isOwn) return unfit('payer-unknown');
  } else {
    const whose = compareNames(namesOf(payee), transfer.payer);
    if (whose !== 'same' && !(whose === 'near' && transfer.isOwn))
      return unfit(whose === 'near' ? 'near-name' : 'other-name');
  }
  return { kind: 'fits', userId: payee.id, currency: cash.code, units, waits: answer === 'waits' };
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

interface Noted {
  readonly row: Row;
  /** The bank tells another amount, currency, payer or reference than before. */
  readonly isNews: boolean;
}

/** What a report says that the row follows until the transfer is credited or goes back. */
const reported = ({ currency, amount, payer, reference }: BankTransfer) => ({
  ...{ currency, amount, payer, reference },
});

export const GIVEN_UP = 'given-up';

/** Officers expected it no more: if it settles all the same, it is taken like any other. */
const isGivenUp = ({ state, reason }: Pick<Row, 'state' | 'reason'>): boolean =>
  state === 'rejected' && reason === GIVEN_UP;

/** Its payer is not known, and nobody has decided: the bank may still tell. */
const isUnnamed = ({ state, reason, settled_at }: Row): boolean =>
  state === 'aside' && reason === ('payer-unknown' satisfies Unfit) && settled_at === null;

/**
 * The locked row of a transfer, created when it is first reported. Until the transfer is credited or goes back, the row
 * is what the bank said last: what is judged, screened, credited and taken back is what has settled.
 */
async function rowOf(deps: Deps, tx: Tx, transfer: BankTransfer): Promise<Noted> {
  const owner = await tx
    .selectFrom(accountsOfCustomers.as('accounts'))
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
      ...reported(transfer),
      state: 'pending',
      reason: '',
      seen_at: deps.clock.sql,
      ask_at: deps.clock.sqlIn(ASK_SECONDS),
      ended_at: null,
    })
    .onConflict((conflict) => conflict.column('external_id').doNothing())
    .execute();
  const before = await tx
    .selectFrom('bank_transfers')
    .selectAll()
    .where('external_id', '=', transfer.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const user_id = owner?.user_id ?? before.user_id;
  const news = { ...reported(transfer), user_id };
  const isFollowed =
    ['pending', 'checking'].includes(before.state) ||
    (isGivenUp(before) && transfer.status === 'settled') ||
    isUnnamed(before);
  const isSame = Object.entries(news).every(
    ([name, value]) => before[name as keyof typeof news] === value,
  );
  if (isSame || !isFollowed) return { row: before, isNews: false };
  const row = await tx
    .updateTable('bank_transfers')
    .set(news)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row, isNews: true };
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
      ended_at:
        state === 'pending' || state === 'returning' || state === 'aside' ? null : deps.clock.sql,
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
export const isBankClosed = (reader: Reader, deps: Pick<Deps, 'config'>): Promise<boolean> =>
  isShut(reader, deps, 'no-bank');

/**
 * It has arrived: it waits until its payer was screened, and as long as its customer is on a list (HARD-56). One that
 * fits nobody goes back.
 */
async function settled(deps: Deps, tx: Tx, row: Row, transfer: BankTransfer): Promise<void> {
  if (await isBankClosed(tx, deps)) return;
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

/** What the journal has credited for a transfer, which is what is taken back. */
async function creditedFor(
  tx: Tx,
  { id }: Row,
): Promise<{ readonly cash: CashCode; readonly units: bigint } | undefined> {
  const posting = await tx
    .selectFrom('journals')
    .innerJoin('postings', 'postings.journal_id', 'journals.id')
    .where('journals.reference', '=', `cash-in:${id}`)
    .where('postings.account_id', 'like', 'house/bank/%')
    .select(['postings.currency', 'postings.amount'])
    .executeTakeFirst();
  const cash = posting && findCash(posting.currency);
  return cash && { cash: cash.code, units: -BigInt(posting.amount) };
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
  const credited = await creditedFor(tx, row);
  if (!credited) throw new Error('a bank transfer was credited without a journal');
  const { cash, units } = credited;
  deps.log.error('bank transfer recalled after it was credited', { transfer: row.id });
  await end(deps, tx, row, 'recalled', 'recalled');
  await tx
    .updateTable('bank_transfers')
    .set({ owed: String(units), currency: cash })
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
    mail: (to) => cashRecalledMail(to, formatFiat(formatUnits(units, 2), cash), missing),
  });
}

/** Those that were screened, and whose customer may be credited. */
const screened = (reader: Reader, deps: Deps) =>
  reader
    .selectFrom('bank_transfers')
    .where('state', '=', 'checking')
    .where(mayBeCredited(deps, 'bank_transfers'));

/** Credits one of them; what has changed since it arrived counts, so it may go back. */
const creditOne = (deps: Deps, id: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const row = await tx
      .selectFrom('bank_transfers')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'checking')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return;
    // Read under the lock: the bank may have told something since that is to be screened first.
    const isReady = await screened(tx, deps).select('id').where('id', '=', id).executeTakeFirst();
    if (!isReady) return;
    const account = await tx
      .selectFrom(accountsOfCustomers.as('accounts'))
      .select('external_id')
      .where('user_id', '=', row.user_id)
      .where('currency', '=', row.currency)
      .orderBy('rank')
      .limit(1)
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
  await screenTransfers(deps, stopping);
  if (await isBankClosed(deps.db, deps)) return;
  await doAll(deps, {
    find: (after, most) =>
      screened(deps.db, deps)
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(most)
        .execute(),
    most: BATCH,
    failed: 'bank transfer not credited',
    work: ({ id }) => creditOne(deps, id),
    facts: ({ id }) => ({ transfer: id }),
    stopping,
  });
}

/** A transfer in a state, locked; undefined if it is in another one. */
const lockIn = (tx: Tx, id: string, state: Row['state']): Promise<Row | undefined> =>
  tx
    .selectFrom('bank_transfers')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst();

/** A person decided that a transfer is credited to nobody: it is set aside. False if that is too late. */
export async function refuseTransfer(deps: Deps, tx: Tx, id: string): Promise<boolean> {
  const row = await lockIn(tx, id, 'checking');
  if (row) await end(deps, tx, row, 'aside', 'refused');
  return row !== undefined;
}

/**
 * The payer's bank took a transfer back that we had sent back: the house has paid it twice. It is booked as a loss, as
 * far as it is cash that the books keep, and is a case for officers, who claim it.
 */
async function lose(deps: Deps, tx: Tx, row: Row): Promise<void> {
  const cash = findCash(row.currency);
  const units = cash && parseUnits(row.amount, cash.scale);
  deps.log.error('bank transfer taken back after it was sent back', {
    transfer: row.id,
    booked: units ? 'as a loss' : 'no: the books do not keep such an amount',
  });
  await end(deps, tx, row, 'aside', LOST);
  if (!cash || !units) return;
  const posted = await postJournal(tx, deps.clock, {
    class: 'payment',
    kind: 'cash-lost',
    userId: row.user_id,
    reference: `cash-lost:${row.id}`,
    comment: `Taken back after it was sent back/${row.id}`,
    network: 'Bank transfer',
    postings: [
      { account: house('bank', cash.code), units },
      { account: house('losses', cash.code), units: -units },
    ],
  });
  if (posted.kind !== 'posted') throw new Error('a lost bank transfer was refused by the ledger');
}

/** The payer's bank has taken it back, in whichever state we had it. */
async function takenBack(deps: Deps, tx: Tx, row: Row): Promise<void> {
  switch (row.state) {
    case 'pending':
    case 'checking':
      return void (await end(deps, tx, row, 'rejected'));
    case 'credited':
      return recall(deps, tx, row);
    case 'returned':
      return lose(deps, tx, row);
    case 'aside':
      // It is a case about just that.
      if (row.reason === LOST || row.reason === 'reversed-after-decision') return;
      // What the bank took back is not there any more for a person to decide about.
      if (!row.settled_at) return void (await end(deps, tx, row, 'rejected'));
      // A person had seen to it, perhaps by sending it back.
      deps.log.error('bank transfer taken back after a person saw to it', { transfer: row.id });
      return void (await end(deps, tx, row, 'aside', 'reversed-after-decision'));
    // The bank is asked before anything is sent back, and says so then.
    case 'returning':
    case 'rejected':
    case 'recalled':
      return;
  }
}

/** A report that changed after the credit, or of what was taken back, moves nothing: it is a case, once. */
async function tellChanged({ clock, log }: Deps, tx: Tx, { id }: Row): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('transfers_aside')
    .values({
      ...{ reference: `${ARRIVED}${id}`, party: 'bank', reason: ARRIVED_OTHER },
      ...{ seen_at: clock.sql, settled_at: null },
    })
    .onConflict((row) => row.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return;
  log.error('bank transfer changed after it had ended', { transfer: id });
}

async function take(deps: Deps, tx: Tx, transfer: BankTransfer): Promise<void> {
  const { row, isNews } = await rowOf(deps, tx, transfer);
  if (transfer.status === 'reversed' || transfer.status === 'rejected') {
    return takenBack(deps, tx, row);
  }
  if (row.state === 'credited') {
    const isSame = row.amount === transfer.amount && row.currency === transfer.currency;
    if (!isSame) await tellChanged(deps, tx, row);
    return;
  }
  if (isGivenUp(row) && transfer.status === 'settled') return settled(deps, tx, row, transfer);
  if (transfer.status === 'pending') {
    // Not even the bank calls it settled any more.
    if (row.state === 'checking') await end(deps, tx, row, 'pending');
    return;
  }
  switch (row.state) {
    case 'checking':
      if (!isNews) return;
      // Its payer may be another one than the one who was screened.
      await screenAgain(tx, deps.clock, `transfer:${row.id}`);
      return settled(deps, tx, row, transfer);
    case 'pending':
      return settled(deps, tx, row, transfer);
    case 'rejected':
    case 'recalled':
      return tellChanged(deps, tx, row);
    case 'aside':
      // Its payer is told later.
      if (isNews && isUnnamed(row)) await settled(deps, tx, row, transfer);
      return;
    case 'returning':
    case 'returned':
      return;
  }
}

/** Officers expect a transfer no more that the bank has announced. False if that is too late. */
export async function giveUpArrival(deps: Deps, tx: Tx, id: string): Promise<boolean> {
  const row = await lockIn(tx, id, 'pending');
  if (row) await end(deps, tx, row, 'rejected', GIVEN_UP);
  return row !== undefined;
}

/** Whether a transfer may be set aside that does not go back; else why not. Asked outside any transaction. */
export async function checkReturn(deps: Deps, id: string): Promise<Refused | undefined> {
  const given = await deps.parties.bank.isGivenBack(id);
  if (given === false) return undefined;
  return refuse(
    'INVALID_INPUT',
    given
      ? 'The bank says that it has sent it back: that is noted by itself.'
      : 'The bank does not say whether it has sent it back. Ask it, and decide once it answers.',
  );
}

/** Officers set a transfer aside that the bank does not send back, and send it by hand. False if that is too late. */
export async function giveUpReturn(deps: Deps, tx: Tx, id: string): Promise<boolean> {
  const row = await lockIn(tx, id, 'returning');
  if (row) await end(deps, tx, row, 'aside', 'cannot-return');
  return row !== undefined;
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
      .where((of) =>
        of.or([
          of('state', '=', 'returning'),
          // Officers have set it aside while the bank was being asked, which has sent it after all.
          of.and([
            of('state', '=', 'aside'),
            of('reason', '=', 'cannot-return'),
            of('settled_at', 'is', null),
            of.val(answer === 'given'),
          ]),
        ]),
      )
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
 * A person has decided whose a name is that is nearly the customer's, or is not told: the transfer is credited like any other, once its payer is
 * screened and nothing else is in the way, or it goes back. What came for a closed account can only go back.
 */
export async function decideWhose(
  deps: Deps,
  tx: Tx,
  id: string,
  { isOwn, why }: { readonly isOwn: boolean; readonly why: string },
): Promise<'settled' | 'settled-before' | 'unknown'> {
  const row = await tx
    .selectFrom('bank_transfers')
    .selectAll()
    .where('id', '=', id)
    .where('reason', 'in', WHOSE_NAME)
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
    .where('reason', 'not in', WHOSE_NAME)
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
