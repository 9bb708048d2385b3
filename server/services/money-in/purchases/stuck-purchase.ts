import type { Deps } from '#server/deps.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { recordPurchase } from './purchases.ts';

const find = (deps: Pick<Deps, 'db'>, id: string) =>
  deps.db
    .selectFrom('purchases')
    .select(['token', 'status', 'refund_id'])
    .where('id', '=', id)
    .executeTakeFirst();

/** What the provider says of a payment's refund; `none`: there is no order of one. Undefined: it does not say. */
async function refundAt(
  { parties: { payment } }: Deps,
  { token, refund_id }: { readonly token: string; readonly refund_id: string },
): Promise<'refunded' | 'open' | 'none' | undefined> {
  // One that was ordered is only asked about, by its own id.
  if (refund_id !== '') {
    const ordered = await payment.refund(token, refund_id);
    if (ordered === undefined || ordered === 'refunded') return ordered;
    return ordered === 'refused' ? 'none' : 'open';
  }
  const heard = await payment.outcome(token);
  if (!heard) return undefined;
  if (heard.refunded) return 'refunded';
  return heard.refundOpen ? 'open' : 'none';
}

/** Whether a payment may be noted as given back another way: only if its provider neither has nor may give it back. */
async function checkRefund(
  deps: Deps,
  row: { readonly token: string; readonly refund_id: string },
): Promise<Refused | undefined> {
  switch (await refundAt(deps, row)) {
    case 'none':
      return undefined;
    case 'refunded':
      return refuse(
        'INVALID_INPUT',
        'The provider says that it has given it back: that is noted by itself.',
      );
    case 'open':
      return refuse(
        'INVALID_INPUT',
        'The provider is still giving it back. Decide once it says that it will not.',
      );
    case undefined:
      return refuse(
        'INVALID_INPUT',
        'The provider does not say whether it has given it back. Ask it, and decide once it answers.',
      );
  }
}

/**
 * Whether a purchase that stays open may be given back, or closed as not paid; else why not. The provider is asked,
 * outside any transaction.
 */
export async function checkOpenPurchase(
  deps: Deps,
  id: string,
  decision: 'refund' | 'close',
): Promise<Refused | undefined> {
  const row = await find(deps, id);
  if (row?.status === 'refunding' && decision === 'close') return checkRefund(deps, row);
  if (row?.status !== 'pending' && row?.status !== 'unknown') return undefined;
  const heard = await deps.parties.payment.outcome(row.token);
  const isPaid = heard?.status === 'success';
  if (decision === 'close') {
    return isPaid
      ? refuse('INVALID_INPUT', 'The provider says that it was paid: give it back, or wait.')
      : undefined;
  }
  return isPaid
    ? undefined
    : refuse(
        'INVALID_INPUT',
        heard
          ? 'The provider says that it was not paid: there is nothing to give back.'
          : 'The provider does not say whether it was paid. Ask it, and decide once it answers.',
      );
}

/** Locks a purchase, and its customer before it, as wherever both are changed. */
async function lock(tx: Tx, id: string) {
  const whose = await tx
    .selectFrom('purchases')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!whose) return undefined;
  await lockAccount(tx, whose.user_id);
  return tx
    .selectFrom('purchases')
    .select(['id', 'user_id', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** A payment for which nothing could be bought, as while its asset is closed, goes back. False if that is too late. */
export async function refundOpenPurchase(deps: Deps, tx: Tx, id: string): Promise<boolean> {
  const row = await lock(tx, id);
  if (row?.status !== 'pending' && row?.status !== 'unknown') return false;
  const purchase = { id, userId: row.user_id };
  const recorded = await recordPurchase(deps, tx, purchase, { status: 'success', refunded: true });
  return !isRefused(recorded) && recorded === 'refunding';
}

/** A purchase that nobody paid, or was given back another way, is over. False if that is too late. */
export async function closePurchase(deps: Deps, tx: Tx, id: string, why: string): Promise<boolean> {
  const row = await lock(tx, id);
  switch (row?.status) {
    case 'pending':
    case 'unknown':
      await recordPurchase(deps, tx, { id, userId: row.user_id }, { status: 'failed' });
      return true;
    case 'refunding': {
      const now = deps.clock.sql;
      const { numUpdatedRows } = await tx
        .updateTable('purchases')
        .set({
          ...{ status: 'refunded', refunded_at: now, seen_at: null },
          ...{ refund_settled_at: now, refund_settled_for: why },
        })
        .where('id', '=', id)
        // A process is ordering one just now.
        .where((one) => one.or([one('refund_until', 'is', null), one('refund_until', '<=', now)]))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    }
    default:
      return false;
  }
}

/** The provider is asked once more for a refund that it refused. False if there is none to ask for. */
export async function refundOnceMore(deps: Deps, tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('purchases')
    // What it had ordered is over: another refund is.
    .set({ refund_refused_at: null, refund_id: '', next_check_at: deps.clock.sql })
    .where('id', '=', id)
    .where('status', '=', 'refunding')
    .where('refund_refused_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
