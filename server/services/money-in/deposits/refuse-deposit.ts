import type { Deps } from '#server/deps.ts';
import { doAll } from '#server/platform/due.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { dropDeposit, refusable } from './deposits.ts';
import { keepAside } from './deposits-aside.ts';

const BATCH = 100;

/** Sets aside what arrived for customers who may not be credited any more (HARD-56). */
export async function refuseStopped(deps: Deps, stopping?: AbortSignal): Promise<void> {
  await doAll(deps, {
    find: (after, most) =>
      refusable(deps).where('id', '>', after).orderBy('id').limit(most).execute(),
    most: BATCH,
    failed: 'deposit not set aside',
    work: ({ id }) => inTransaction(deps.db, (tx) => refuseDeposit(deps, tx, id)),
    facts: ({ id }) => ({ deposit: id }),
    stopping,
  });
}

/**
 * A person decided that a deposit is credited to nobody: it is removed from the books and set aside, so that
 * it can be sent back. False if it was credited or dropped before.
 */
export async function refuseDeposit(deps: Deps, tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('deposits')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  await dropDeposit(deps, tx, row, 'A deposit could not be credited. Please write to us about it.');
  const { external_id, transaction_hash: hash, output_index: outputIndex, confirmations } = row;
  const { network, address, tag, currency, amount } = row;
  const reported = { network, address, tag, currency, amount, hash, outputIndex, confirmations };
  const status = row.settled ? 'confirmed' : 'pending';
  const aside = { ...reported, id: external_id ?? id, status } as const;
  await keepAside(deps, tx, aside, 'refused');
  return true;
}
