import { findKept, isCashCode } from '#core/money/cash.ts';
import { parseUnits } from '#core/money/decimal.ts';
import { plainEmail } from '#core/people/email-address.ts';
import { oneLine } from '#core/text/one-line.ts';
import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { findUserByEmail, lockAccount } from '#server/services/customers/users/users.ts';
import { settleTransfer } from '#server/services/money-out/withdrawals/comparison.ts';
import { record } from '#server/services/staff/audit/record.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { Operator } from './administrators.ts';

/**
 * Records that an operator has corrected the books for an unknown transfer (OPS-01), so that withdrawals need
 * not wait for it any more. With the reason.
 */
export const settleUnknownTransfer = (
  deps: Pick<Deps, 'db' | 'clock'>,
  { reference, reason }: { readonly reference: string; readonly reason: string },
  by: Operator,
): Promise<'done' | 'no-transfer' | 'no-reason'> =>
  inTransaction(deps.db, async (tx) => {
    if (oneLine(reason) === '') return 'no-reason';
    if (!(await settleTransfer(tx, deps, reference))) return 'no-transfer';
    const detail = { transfer: reference };
    const words = { said: { reason: oneLine(reason) } };
    await record(tx, deps, { ...by, action: 'settled transfer', detail, words });
    return 'done';
  });

export interface SentTransfer {
  readonly reference: string;
  readonly email: string;
  /** In whole units, as the custodian or the bank reports it, and the asset or currency. */
  readonly amount: string;
  readonly asset: string;
  readonly reason: string;
}

export type Booked =
  | 'done'
  | 'no-transfer'
  | 'no-reason'
  | 'no-account'
  | 'wrong-amount'
  | 'insufficient';

/** Thrown to roll back the transaction of a refused booking. */
class NotBooked extends Error {
  readonly why: Booked;
  constructor(why: Booked) {
    super(why);
    this.why = why;
  }
}

/**
 * Books an unknown transfer: the sent amount leaves the customer's balance, the transfer is settled and the
 * audit log has an entry, all or nothing. Each transfer can be booked once.
 */
export async function bookUnknownTransfer(
  deps: Pick<Deps, 'db' | 'clock'>,
  sent: SentTransfer,
  by: Operator,
): Promise<Booked> {
  const { reference, amount } = sent;
  const reason = oneLine(sent.reason);
  const asset = findKept(sent.asset);
  const units = asset && parseUnits(amount, asset.scale);
  if (reason === '') return 'no-reason';
  if (!asset || !units) return 'wrong-amount';
  try {
    return await inTransaction(deps.db, async (tx) => {
      const found = await findUserByEmail(tx, plainEmail(sent.email));
      const account = found && (await lockAccount(tx, found.id));
      if (!account) return 'no-account';
      const party = await settleTransfer(tx, deps, reference);
      if (!party) return 'no-transfer';
      const from = isCashCode(asset.code) ? 'bank' : 'chain';
      const posted = await postJournal(tx, deps.clock, {
        class: 'manual',
        kind: 'manual',
        userId: account.id,
        reference: `transfer:${reference}`,
        comment: `${party === 'payment' ? 'Card purchase' : 'Withdrawal'}/${reference}`,
        postings: [
          { account: customer(account.id, 'available', asset.code), units: -units },
          { account: house(party === 'payment' ? 'card' : from, asset.code), units },
        ],
      });
      if (posted.kind === 'duplicate') throw new NotBooked('no-transfer');
      if (posted.kind === 'insufficient') throw new NotBooked('insufficient');
      const detail = { transfer: reference, amount, asset: asset.code };
      const words = { about: account.id, said: { reason } };
      const act = { ...by, action: 'booked transfer', subject: account.id, detail, words };
      await record(tx, deps, act);
      return 'done';
    });
  } catch (error) {
    if (error instanceof NotBooked) return error.why;
    throw error;
  }
}
