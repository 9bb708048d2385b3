import { randomUUID } from 'node:crypto';
import type { ReportedDeposit } from '#server/adapters/custody/incoming.ts';
import type { Deps } from '#server/deps.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import type { AsideReason } from './deposit-owner.ts';

/** The fields of an entry that cannot be read. */
const unread: Omit<ReportedDeposit, 'id' | 'network' | 'senders'> & { readonly network: string } = {
  network: '',
  address: '',
  tag: '',
  currency: '',
  amount: '',
  hash: '',
  outputIndex: 0,
  confirmations: 0,
  status: 'pending',
};

/**
 * Sets a deposit aside that nobody may be credited with, once per reason, for a person to look into; whether it was
 * new. Logged without address and amount, which are the customer's.
 */
export async function keepAside(
  deps: Deps,
  tx: Tx,
  deposit: typeof unread & { readonly id: string },
  reason: AsideReason,
): Promise<boolean> {
  const id = randomUUID();
  const kept = await tx
    .insertInto('deposits_aside')
    .values({
      id,
      external_id: deposit.id,
      reason,
      network: deposit.network,
      address: deposit.address,
      tag: deposit.tag,
      currency: deposit.currency,
      amount: deposit.amount,
      transaction_hash: deposit.hash,
      output_index: deposit.outputIndex,
      confirmations: deposit.confirmations,
      status: deposit.status,
      seen_at: deps.clock.sql,
      reported_at: deps.clock.sql,
    })
    .onConflict((conflict) => conflict.columns(['external_id', 'reason']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!kept) return false;
  const fields = { aside: id, reason, network: deposit.network };
  // Only in these cases the books differ from the chain.
  if (reason === 'dropped-after-credit' || reason === 'changed-after-credit') {
    deps.log.error('deposit kept aside', fields);
  } else {
    deps.log.warn('deposit kept aside', fields);
  }
  return true;
}

/** Sets aside an unreadable entry of the custodian's list. */
export const keepUnreadable = (deps: Deps, tx: Tx, id: string): Promise<boolean> =>
  keepAside(deps, tx, { ...unread, id }, 'unreadable');

/**
 * Whether a deposit was set aside before; updates its reported state. It stays aside, because a person may
 * have acted on it. Only an entry that could not be read is taken again.
 */
export async function isAside(deps: Deps, tx: Tx, deposit: ReportedDeposit): Promise<boolean> {
  const { confirmations, status } = deposit;
  const kept = await tx
    .updateTable('deposits_aside')
    .set({ confirmations, status, reported_at: deps.clock.sql })
    .where('external_id', '=', deposit.id)
    .where('reason', '<>', 'unreadable')
    .executeTakeFirst();
  if (kept.numUpdatedRows > 0n) return true;
  await tx
    .deleteFrom('deposits_aside')
    .where('external_id', '=', deposit.id)
    .where('reason', '=', 'unreadable')
    .execute();
  return false;
}

/** The number of unsettled deposits, by reason. */
export const countAside = (reader: Reader) =>
  reader
    .selectFrom('deposits_aside')
    .where('settled_at', 'is', null)
    .select((row) => ['reason', row.fn.countAll<string>().as('count')])
    .groupBy('reason')
    .orderBy('reason')
    .execute();

/**
 * A person has clarified a deposit that was set aside and done what was necessary. No balance changes; it is
 * not looked at again.
 */
export async function settleAside(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  id: string,
  reason: string,
): Promise<'settled' | 'settled-before' | 'unknown'> {
  const settled = await tx
    .updateTable('deposits_aside')
    .set({ settled_at: clock.sql, settled_for: reason })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  if (settled.numUpdatedRows > 0n) return 'settled';
  const known = await tx
    .selectFrom('deposits_aside')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return known ? 'settled-before' : 'unknown';
}
