import type { Withdrawal, WithdrawalStatus } from '#core/contract/withdrawal.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import type { Deps } from '#server/deps.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import type { Reader } from '#server/store/schema.ts';

const readRow = (reader: Reader, userId: string, id: string) =>
  reader
    .selectFrom('withdrawals')
    .innerJoin('payment_routes', 'payment_routes.id', 'withdrawals.payment_route_id')
    .selectAll('withdrawals')
    .select('payment_routes.network')
    .where('withdrawals.id', '=', id)
    .where('withdrawals.user_id', '=', userId)
    .executeTakeFirst();

type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>;

const stepsOf = (row: Row): Withdrawal['steps'] =>
  (
    [
      ['requested', row.created_at],
      ['cancelled', row.cancelled_at],
      ['broadcast', row.broadcast_at],
      ['completed', row.completed_at],
      ['failed', row.failed_at],
      ['refunded', row.refunded_at],
    ] satisfies readonly (readonly [WithdrawalStatus, Date | null])[]
  ).flatMap(([status, at]) => (at ? [{ status, at: at.toISOString() }] : []));

function viewOf({ parties }: Deps, row: Row): Withdrawal {
  const { scale } = storedAsset(row.currency);
  const [units, fee] = [BigInt(row.units), BigInt(row.fee_units)];
  const hash = row.transaction_hash || null;
  const open = row.status === 'requested' && !row.sending;
  return {
    withdrawal_id: row.id,
    status: row.status,
    currency_id: row.currency,
    amount: formatUnits(units, scale),
    fee: formatUnits(fee, scale),
    total: formatUnits(units + fee, scale),
    network: row.network,
    address: row.address,
    tag: row.tag,
    steps: stepsOf(row),
    ...(row.cancelled_for && { cancelled_for: row.cancelled_for }),
    cancellable_until: (open && row.cancellable_until?.toISOString()) || null,
    transaction_hash: hash,
    transaction_url: (hash && parties.transfers?.transactionUrl(row.network, hash)) || null,
  };
}

/** A withdrawal of this customer, or undefined: to them, another's does not exist. */
export async function readWithdrawal(
  deps: Deps,
  reader: Reader,
  userId: string,
  id: string,
): Promise<Withdrawal | undefined> {
  const row = await readRow(reader, userId, id);
  return row && viewOf(deps, row);
}
