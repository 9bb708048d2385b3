import { type Selectable, sql } from 'kysely';
import type { ReturnReason } from '#core/contract/money/withdrawal.ts';
import { shownAccount } from '#core/money/account-number.ts';
import { formatUnits } from '#core/money/decimal.ts';
import {
  type CancelReason,
  type WithdrawalFacts,
  withdrawalCancelledMail,
  withdrawalRefundedMail,
  withdrawalSentMail,
} from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { customer, type HouseKind, house } from '#server/ledger/accounts.ts';
import type { Journal, Posting } from '#server/ledger/journal.ts';
import { postJournal } from '#server/ledger/post.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { answerOf, whyNow } from '#server/services/checks/gates/why.ts';
import { stopTravel } from '#server/services/checks/travel-rule/travel-rule.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import {
  keepForClosed,
  paidBy,
  tellPaid,
} from '#server/services/money-in/closed-money/closed-money.ts';
import { takeDebts } from '#server/services/money-in/debts/debts.ts';
import { isCompared } from '#server/services/operation/copies/compared.ts';
import type { Withdrawals } from '#server/store/schema/parties-schema.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

export type WithdrawalRow = Selectable<Withdrawals>;

/** Whether it goes to a bank account rather than a network (BANK-05). */
export const isPayout = ({ holder }: Pick<WithdrawalRow, 'holder'>): boolean => holder !== '';

const codeOf = ({ currency }: WithdrawalRow) => storedKept(currency).code;

/** The amount as the customer and the custodian read it. */
export const amountOf = (row: WithdrawalRow): string =>
  formatUnits(BigInt(row.units), storedKept(row.currency).scale);

/** The pauses between checks of a payout that has arrived, because a bank may return it for days. */
export const RETURN_LOOKS = { part: 4, leastSeconds: 60, mostSeconds: 12 * 3600 };

/** Posts the journal that settles the money set aside; its reference makes it the only one of its kind. */
async function end(
  deps: Deps,
  tx: Tx,
  row: WithdrawalRow,
  kind: 'withdrawal-sent' | 'withdrawal-returned',
  to: readonly Posting[],
): Promise<void> {
  const total = BigInt(row.units) + BigInt(row.fee_units);
  const journal: Journal = {
    class: 'payment',
    kind,
    userId: row.user_id,
    reference: `${kind}:${row.id}`,
    comment: `Withdrawal/${row.id}`,
    // A payout's account stands with the payout alone, which is erased with its customer.
    recipient: isPayout(row) ? '' : row.address,
    postings: [{ account: customer(row.user_id, 'hold', codeOf(row)), units: -total }, ...to],
  };
  const posted = await postJournal(tx, deps.clock, journal);
  if (posted.kind !== 'posted') throw new Error(`a ${kind} journal was refused: ${posted.kind}`);
}

/** The house account that has the money after sending. */
const outside = (row: WithdrawalRow): HouseKind => (isPayout(row) ? 'bank' : 'chain');

/** Removes where a payout of a closed account went, which is sealed with its case. */
const forgetPayee = (tx: Tx, { id }: WithdrawalRow) =>
  tx
    .updateTable('withdrawals')
    .set({ holder: '-', address: '-', payee_name: '' })
    .where('id', '=', id)
    .where('holder', '<>', '')
    .execute();

/**
 * Cash that comes back pays what is owed first (HARD-50). `closed`: the account is, so it is a case, and there is
 * nobody to tell here (HARD-51).
 */
async function giveBack(deps: Deps, tx: Tx, row: WithdrawalRow): Promise<'given' | 'closed'> {
  await end(deps, tx, row, 'withdrawal-returned', [
    {
      account: customer(row.user_id, 'available', codeOf(row)),
      units: BigInt(row.units) + BigInt(row.fee_units),
    },
  ]);
  const cause = isPayout(row) ? 'payout' : 'withdrawal';
  if (await keepForClosed(deps, tx, { userId: row.user_id, cause, about: row.id })) {
    await forgetPayee(tx, row);
    return 'closed';
  }
  if (isPayout(row)) await takeDebts(tx, deps.clock, row.user_id);
  return 'given';
}

/** The recipient as the customer reads it. */
export const addressOf = ({
  holder,
  address,
}: Pick<WithdrawalRow, 'holder' | 'address'>): string =>
  isPayout({ holder }) ? `${holder}, ${shownAccount(address)}` : address;

const factsOf = (row: WithdrawalRow): WithdrawalFacts => ({
  amount: amountOf(row),
  currency: row.currency,
  address: addressOf(row),
});

/**
 * What became of a wish to cancel. `noted`: nobody knows yet whether it was sent; it is not begun, and cancelled
 * as soon as that is known. `not-yet`: the same, but the customer asks again.
 */
export type Cancelled = 'cancelled' | 'noted' | 'not-yet' | 'too-late';

/** Notes that a withdrawal is to be cancelled once this process has compared (HARD-82). */
async function noteToCancel(tx: Tx, id: string, reason: CancelReason): Promise<Cancelled> {
  if (reason === 'asked') return 'not-yet';
  const noted = await tx
    .updateTable('withdrawals')
    .set({ to_cancel: reason })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .where('sending', '=', false)
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n ? 'noted' : 'too-late';
}

/**
 * Each step is one conditional update. Only the transaction that changes the status does the step's work, so
 * any number of workers and the customer may try at once.
 */
export async function cancel(
  deps: Deps,
  tx: Tx,
  userId: string,
  id: string,
  reason: CancelReason = 'asked',
  bySession?: string,
): Promise<Cancelled> {
  if (!isCompared(deps.parties)) return noteToCancel(tx, id, reason);
  const row = await tx
    .updateTable('withdrawals')
    .set({
      status: 'cancelled',
      cancelled_at: deps.clock.sql,
      cancelled_for: reason === 'asked' ? null : reason,
      due_at: null,
    })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'requested')
    .where('sending', '=', false)
    .returningAll()
    .executeTakeFirst();
  if (!row) return 'too-late';
  const said = await stopTravel(tx, `withdrawal:${id}`);
  if ((await giveBack(deps, tx, row)) === 'closed') return 'cancelled';
  await notify(deps, tx, userId, {
    event: 'transactionRejected',
    popup: 'A withdrawal was cancelled.',
    bySession,
    mail: (to) => withdrawalCancelledMail(to, factsOf(row), reason, said),
  });
  return 'cancelled';
}

/** A customer's withdrawals, for telling them after a stop. */
export interface Halted {
  /** Not begun to be sent, and now cancelled. */
  readonly stopped: readonly WithdrawalFacts[];
  /** Already being sent by then. */
  readonly gone: readonly WithdrawalFacts[];
}

/**
 * Cancels a customer's withdrawals that nobody has begun to send. The caller has locked the customer's row,
 * so that no new one is requested meanwhile.
 */
export async function cancelWaiting(
  deps: Deps,
  tx: Tx,
  userId: string,
  reason: Exclude<CancelReason, 'asked'>,
): Promise<Halted> {
  const open = await tx
    .selectFrom('withdrawals')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', ['requested', 'broadcast'])
    .orderBy('created_at')
    .execute();
  const stopped: WithdrawalFacts[] = [];
  const gone: WithdrawalFacts[] = [];
  for (const row of open) {
    const outcome = await cancel(deps, tx, userId, row.id, reason);
    (outcome === 'too-late' ? gone : stopped).push(factsOf(row));
  }
  return { stopped, gone };
}

/** The custodian has sent it to the network. */
export const markBroadcast = async (
  deps: Deps,
  id: string,
  hash: string,
  nextLookSeconds: number,
): Promise<void> => {
  await deps.db
    .updateTable('withdrawals')
    .set({
      status: 'broadcast',
      transaction_hash: hash,
      broadcast_at: deps.clock.sql,
      due_at: deps.clock.sqlIn(nextLookSeconds),
    })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .execute();
};

/** Another transaction has taken the place of the one that was sent, as with a higher fee: that is the one to look up. */
export const noteReplaced = async (deps: Deps, id: string, hash: string): Promise<void> => {
  await deps.db
    .updateTable('withdrawals')
    .set({ transaction_hash: hash })
    .where('id', '=', id)
    .where('status', '=', 'broadcast')
    .execute();
};

/** It is final on the network: the money set aside has left. */
export const complete = (deps: Deps, id: string, hash: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const row = await tx
      .updateTable('withdrawals')
      .set({
        status: 'completed',
        completed_at: deps.clock.sql,
        // A bank may still return it.
        due_at: sql<Date | null>`case when holder = '' then null else ${deps.clock.sqlIn(RETURN_LOOKS.leastSeconds)} end`,
        transaction_hash: hash,
      })
      .where('id', '=', id)
      .where('status', '=', 'broadcast')
      .returningAll()
      .executeTakeFirst();
    if (!row) return;
    const code = codeOf(row);
    await end(deps, tx, row, 'withdrawal-sent', [
      { account: house(outside(row), code), units: BigInt(row.units) },
      { account: house('fees', code), units: BigInt(row.fee_units) },
    ]);
    const paid = await paidBy(tx, row.id);
    if (paid) {
      await forgetPayee(tx, row);
      await tellPaid(deps, tx, paid);
      return;
    }
    await notify(deps, tx, row.user_id, {
      event: 'transactionCompleted',
      popup: 'A withdrawal has been completed.',
      mail: (to) => withdrawalSentMail(to, factsOf(row)),
    });
  });

/**
 * It failed for good; returning the money is the next step. Only for whoever took it last: an answer that comes after the
 * lease is that of another process by now.
 */
export const markFailed = async (
  deps: Deps,
  { id, attempts }: Pick<WithdrawalRow, 'id' | 'attempts'>,
  reason?: ReturnReason,
): Promise<void> => {
  await deps.db
    .updateTable('withdrawals')
    .set({ status: 'failed', failed_at: deps.clock.sql, due_at: deps.clock.sql })
    .$if(reason !== undefined, (query) => query.set({ returned_for: reason }))
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', 'in', ['requested', 'broadcast'])
    .execute();
};

export const refund = (deps: Deps, id: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const row = await tx
      .updateTable('withdrawals')
      .set({ status: 'refunded', refunded_at: deps.clock.sql, due_at: null })
      .where('id', '=', id)
      .where('status', '=', 'failed')
      .returningAll()
      .executeTakeFirst();
    if (!row) return;
    if ((await giveBack(deps, tx, row)) === 'closed') return;
    await notify(deps, tx, row.user_id, {
      event: 'transactionRejected',
      popup: 'A withdrawal did not go through. The money is back in your wallet.',
      mail: (to) => withdrawalRefundedMail(to, factsOf(row), row.returned_for),
    });
  });

/**
 * A bank returned a payout that had arrived: the money and the fee go from the bank to the customer's
 * balance. The journal of its sending stays; the reference makes this one the only one. `waits`: it stays at the bank
 * for now, because nothing is credited to a customer on a list (HARD-56).
 */
export const takeBack = (
  deps: Deps,
  id: string,
  reason: ReturnReason,
): Promise<'taken' | 'waits'> =>
  inTransaction(deps.db, async (tx) => {
    const user = sql<string>`(select user_id from withdrawals where id = ${id})`;
    const why = await whyNow(tx, deps, { way: 'payout-back', user });
    if (answerOf(why, 'payout-back') === 'waits') return 'waits';
    const row = await tx
      .updateTable('withdrawals')
      .set({
        status: 'refunded',
        failed_at: deps.clock.sql,
        refunded_at: deps.clock.sql,
        returned_for: reason,
        due_at: null,
      })
      .where('id', '=', id)
      .where('status', '=', 'completed')
      .where('holder', '!=', '')
      .returningAll()
      .executeTakeFirst();
    if (!row) return 'taken';
    const code = codeOf(row);
    const [units, fee] = [BigInt(row.units), BigInt(row.fee_units)];
    const posted = await postJournal(tx, deps.clock, {
      class: 'payment',
      kind: 'withdrawal-returned',
      userId: row.user_id,
      reference: `withdrawal-returned:${row.id}`,
      comment: `Withdrawal/${row.id}`,
      postings: [
        { account: house('bank', code), units: -units },
        { account: house('fees', code), units: -fee },
        { account: customer(row.user_id, 'available', code), units: units + fee },
      ],
    });
    if (posted.kind !== 'posted') throw new Error('a returned payout was refused by the ledger');
    const came = { userId: row.user_id, cause: 'payout', about: row.id } as const;
    if (await keepForClosed(deps, tx, came)) return 'taken';
    await takeDebts(tx, deps.clock, row.user_id);
    await notify(deps, tx, row.user_id, {
      event: 'transactionRejected',
      popup: 'Cash that you paid out came back. It is in your balance.',
      mail: (to) => withdrawalRefundedMail(to, factsOf(row), reason),
    });
    return 'taken';
  });
