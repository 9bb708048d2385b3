import { randomUUID } from 'node:crypto';
import type { ReportedDeposit } from '#server/adapters/custody/incoming.ts';
import type { Deps } from '#server/deps.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import type { AsideReason } from './deposit-owner.ts';

/** What is known of an entry that cannot be read. */
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
 * Keeps aside a deposit that nobody may be credited with, once for each reason, so that a person can
 * look into it. Logged without details: address and amount are the customer's.
 */
export async function keepAside(
  deps: Deps,
  tx: Tx,
  deposit: typeof unread & { readonly id: string },
  reason: AsideReason,
): Promise<void> {
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
  if (!kept) return;
  const fields = { aside: id, reason, network: deposit.network };
  // Only then do the books and the chain differ.
  if (reason === 'dropped-after-credit' || reason === 'changed-after-credit') {
    deps.log.error('deposit kept aside', fields);
  } else {
    deps.log.warn('deposit kept aside', fields);
  }
}

/** An entry of the custodian's list that makes no sense, so nothing is known about it. */
export const keepUnreadable = (deps: Deps, tx: Tx, id: string): Promise<void> =>
  keepAside(deps, tx, { ...unread, id }, 'unreadable');

/**
 * Whether a deposit was kept aside before; updates what is reported of it now. It stays there, because a
 * person may already have acted on it. Only one that could not be read is taken again.
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

/** How many are kept aside and not settled, for each reason. */
export const countAside = (reader: Reader) =>
  reader
    .selectFrom('deposits_aside')
    .where('settled_at', 'is', null)
    .select((row) => ['reason', row.fn.countAll<string>().as('count')])
    .groupBy('reason')
    .orderBy('reason')
    .execute();

/**
 * A person has found out what a deposit that was kept aside is, and has done what there was to do. No
 * balance changes; it is not looked at again.
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
