import type { Deps } from '#server/deps.ts';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import {
  type ClosedMoneyRow,
  type Decided,
  recordDecision,
} from '#server/services/money-in/closed-money/closed-money.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { isTakenBack } from './charge-backs.ts';

/**
 * Gives a card payment back that was settled after its account was closed (HARD-51): what it bought goes back to the
 * house, and the provider is asked for the refund like for any other.
 */
export async function refundClosedMoney(
  deps: Deps,
  tx: Tx,
  row: ClosedMoneyRow,
  decided: Omit<Decided, 'decision'>,
): Promise<Refused | undefined> {
  const { former_id: userId, about, currency } = row;
  const { code } = storedKept(currency);
  const units = BigInt(row.units);
  // Locked first: whoever follows a dispute holds it meanwhile, and what they wrote is read only by the next statement.
  await tx.selectFrom('purchases').select('id').where('id', '=', about).forUpdate().execute();
  const { numUpdatedRows } = await tx
    .updateTable('purchases')
    .set({ status: 'refunding', next_check_at: deps.clock.sql })
    .where('id', '=', about)
    .where('user_id', '=', userId)
    .where('status', '=', 'success')
    .where('crypto_units', '=', row.units)
    .where(({ not }) => not(isTakenBack))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) {
    return refuse(
      'INVALID_INPUT',
      'This is not what the card payment bought, or the card’s bank has taken the payment back: it cannot go back to the card.',
    );
  }
  const posted = await postJournal(tx, deps.clock, {
    class: 'payment',
    kind: 'card-refunded',
    userId,
    reference: `card-refunded:${about}`,
    comment: `Card purchase/${about}`,
    postings: [
      { account: customer(userId, 'unclaimed', code), units: -units },
      { account: house('card', code), units },
    ],
  });
  if (posted.kind !== 'posted') throw new Error('a refund of a closed account was not booked');
  await recordDecision(deps, tx, row, { ...decided, decision: 'refund' });
  return undefined;
}
