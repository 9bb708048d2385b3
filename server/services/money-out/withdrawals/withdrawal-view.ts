import { sql } from 'kysely';
import type { Withdrawal, WithdrawalStatus } from '#core/contract/money/withdrawal.ts';
import { formatUnits } from '#core/money/decimal.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { isShownDelayed } from '#server/services/checks/gates/why.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { wayOut } from './way-out.ts';

const readRow = (deps: Deps, reader: Reader, userId: string, id: string) =>
  reader
    .selectFrom('withdrawals')
    .innerJoin('payment_routes', 'payment_routes.id', 'withdrawals.payment_route_id')
    .selectAll('withdrawals')
    .select('payment_routes.network')
    .select(isShownDelayed(deps, 'withdrawals').as('waits'))
    .select(
      sql<string | null>`(select name from travel_rule
        where travel_rule.id = 'withdrawal:' || withdrawals.id)`.as('recipient_name'),
    )
    .where('withdrawals.id', '=', id)
    .where('withdrawals.user_id', '=', userId)
    .executeTakeFirst();

type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>;

/** Whether a withdrawal could be sent by now, but a party has not answered. */
const isDelayed = ({ waits, cancellable_until: until }: Row, now: number): boolean =>
  waits && until !== null && until.getTime() <= now;

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

function viewOf({ parties, clock }: Deps, row: Row): Withdrawal {
  const { scale } = storedKept(row.currency);
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
    ...(row.holder && { holder: row.holder }),
    ...(row.recipient_name && { recipient_name: row.recipient_name }),
    ...(row.returned_for && { returned_for: row.returned_for }),
    steps: stepsOf(row),
    ...(row.cancelled_for && { cancelled_for: row.cancelled_for }),
    ...(open && isDelayed(row, clock.now()) && { delayed: true }),
    cancellable_until: (open && row.cancellable_until?.toISOString()) || null,
    transaction_hash: hash,
    transaction_url:
      (hash && wayOut(parties, row.network).transactionUrl(row.network, hash)) || null,
  };
}

/** A withdrawal of this customer; another's counts as not found. */
export async function readWithdrawal(
  deps: Deps,
  reader: Reader,
  userId: string,
  id: string,
): Promise<Withdrawal | undefined> {
  const row = await readRow(deps, reader, userId, id);
  return row && viewOf(deps, row);
}
