import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Waiting } from '#core/contract/money/waiting.ts';
import { formatUnits } from '#core/money/decimal.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { isShownAsking, isShownDelayed } from '#server/services/checks/gates/why.ts';
import { isDelayed } from '#server/services/money-in/deposits/deposits.ts';
import { holdOf } from '#server/services/money-out/withdrawals/security-hold.ts';
import { isoOf, type JsonRow } from '#server/store/json-row.ts';
import type { Reader } from '#server/store/schema/schema.ts';

const amountOf = (units: string, currency: string) => {
  const { code, scale } = storedKept(currency);
  return { amount: formatUnits(BigInt(units), scale), currency: code };
};

type Reading = Pick<Deps, 'clock' | 'config'>;

const withdrawalsQuery = (deps: Reading, reader: Reader, userId: string) =>
  reader
    .selectFrom('withdrawals')
    .innerJoin('payment_routes', 'payment_routes.id', 'withdrawals.payment_route_id')
    .where('withdrawals.user_id', '=', userId)
    .where('withdrawals.status', 'in', ['requested', 'broadcast', 'failed'])
    .select(['withdrawals.id', 'withdrawals.currency', 'status', 'network'])
    .select(sql<string>`units::text`.as('units'))
    .select(['created_at', 'cancellable_until', 'broadcast_at', 'failed_at', 'sending'])
    .select(isShownDelayed(deps, 'withdrawals').as('waits'));

function withdrawalOf(row: JsonRow<ReturnType<typeof withdrawalsQuery>>, now: number): Waiting {
  const about = {
    reference: row.id,
    network: row.network,
    ...amountOf(row.units, row.currency),
  };
  const since = isoOf(row.broadcast_at ?? row.created_at);
  if (row.status === 'broadcast') return { kind: 'withdrawal-confirming', since, ...about };
  if (row.status === 'failed') {
    const failed = isoOf(row.failed_at ?? row.created_at);
    return { kind: 'withdrawal-returning', since: failed, ...about };
  }
  const until = row.cancellable_until && isoOf(row.cancellable_until);
  const isHeld = until !== null && Date.parse(until) > now;
  if (isHeld && !row.sending) return { kind: 'withdrawal-held', since, until, ...about };
  if (row.waits && !row.sending) return { kind: 'withdrawal-delayed', since, ...about };
  // It is being sent since its hold ended, not since it was requested.
  const released = until !== null && !isHeld ? until : since;
  return { kind: 'withdrawal-sending', since: released, ...about };
}

const depositsQuery = (deps: Reading, reader: Reader, userId: string) =>
  reader
    .selectFrom('deposits')
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .select(['id', 'currency', 'network', 'confirmations', 'confirmations_needed'])
    .select(sql<string>`units::text`.as('units'))
    .select(['seen_at', 'state', 'settled'])
    .select([
      isShownDelayed(deps, 'deposits').as('waits'),
      isShownAsking(deps, 'deposits').as('asked'),
    ]);

function depositOf(row: JsonRow<ReturnType<typeof depositsQuery>>): Waiting {
  const about = {
    since: isoOf(row.seen_at),
    reference: row.id,
    network: row.network,
    ...amountOf(row.units, row.currency),
  };
  if (row.asked) return { kind: 'deposit-asks', ...about };
  if (isDelayed(row)) return { kind: 'deposit-delayed', ...about };
  const { confirmations, confirmations_needed: needed } = row;
  return { kind: 'deposit', ...about, confirmations, needed };
}

const purchasesQuery = (reader: Reader, userId: string) =>
  reader
    .selectFrom('purchases')
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'unknown', 'refunding'])
    .select(['id', 'amount', 'currency', 'status', 'created_at']);

const purchaseOf = (row: JsonRow<ReturnType<typeof purchasesQuery>>): Waiting => ({
  kind: row.status === 'refunding' ? 'refund' : 'purchase',
  since: isoOf(row.created_at),
  reference: row.id,
  amount: row.amount,
  currency: row.currency,
});

/** Reads bank transfers that are neither credited nor returned. */
const transfersQuery = (reader: Reader, userId: string) =>
  reader
    .selectFrom('bank_transfers')
    .where('user_id', '=', userId)
    .where('state', 'in', ['pending', 'checking', 'aside', 'returning'])
    .select(['id', 'amount', 'currency', 'state', 'seen_at']);

const transferOf = (row: JsonRow<ReturnType<typeof transfersQuery>>): Waiting => ({
  kind: row.state === 'returning' ? 'transfer-returning' : 'transfer-arriving',
  since: isoOf(row.seen_at),
  reference: row.id,
  amount: row.amount,
  currency: row.currency,
});

const requestsQuery = (reader: Reader, userId: string) =>
  reader
    .selectFrom('customer_requests')
    .where('user_id', '=', userId)
    .where('answered_at', 'is', null)
    .select(['id', 'kind', 'created_at', 'due_at']);

const requestOf = (row: JsonRow<ReturnType<typeof requestsQuery>>): Waiting => ({
  kind: 'request',
  since: isoOf(row.created_at),
  until: isoOf(row.due_at),
  reference: row.id,
  request: row.kind,
});

const recoveriesQuery = (reader: Reader, userId: string) =>
  reader
    .selectFrom('recoveries')
    .where('user_id', '=', userId)
    .where('stage', 'in', ['asked', 'waiting'])
    // With which operators give an address, is none that its customer began.
    .where('gives_address', 'is', null)
    .select(['created_at', 'due_at']);

const recoveryOf = (row: JsonRow<ReturnType<typeof recoveriesQuery>>): Waiting => ({
  kind: 'recovery',
  since: isoOf(row.created_at),
  until: row.due_at && isoOf(row.due_at),
});

const startOf = (one: Waiting): string => ('since' in one ? one.since : '');

/**
 * Everything of a customer's that is held or under way (EASE-15), read in one statement: the account's matters
 * first, then the longest.
 */
export async function listWaiting(
  deps: Pick<Deps, 'db'> & Reading,
  userId: string,
): Promise<Waiting[]> {
  const { db, clock } = deps;
  const read = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['kyc_status', 'withdrawals_held_until', 'withdrawals_held_for'])
    .select('withdrawals_frozen')
    .select([
      jsonArrayFrom(recoveriesQuery(db, userId)).as('recoveries'),
      jsonArrayFrom(withdrawalsQuery(deps, db, userId)).as('withdrawals'),
      jsonArrayFrom(depositsQuery(deps, db, userId)).as('deposits'),
      jsonArrayFrom(purchasesQuery(db, userId)).as('purchases'),
      jsonArrayFrom(requestsQuery(db, userId)).as('requests'),
      jsonArrayFrom(transfersQuery(db, userId)).as('transfers'),
    ])
    .executeTakeFirst();
  if (!read) return [];
  const now = clock.now();
  const hold = holdOf(read, now);
  const waiting: Waiting[] = [
    ...(hold ? [{ kind: 'hold' as const, ...hold }] : []),
    ...(read.kyc_status === 'submitted' ? [{ kind: 'identity' as const }] : []),
    ...read.recoveries.map(recoveryOf),
    ...read.withdrawals.map((row) => withdrawalOf(row, now)),
    ...read.deposits.map(depositOf),
    ...read.purchases.map(purchaseOf),
    ...read.requests.map(requestOf),
    ...read.transfers.map(transferOf),
  ];
  return waiting.sort((one, other) => startOf(one).localeCompare(startOf(other)));
}
