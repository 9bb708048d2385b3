import type { Waiting } from '#core/contract/waiting.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import type { Clock } from '#server/clock.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import { isAsked, isDelayed } from '#server/services/deposits/deposits.ts';
import { waitsForParty } from '#server/services/travel-rule/travel-rule.ts';
import { holdOf } from '#server/services/withdrawals/security-hold.ts';
import type { Reader } from '#server/store/schema.ts';

const amountOf = (units: string, currency: string) => {
  const { code, scale } = storedKept(currency);
  return { amount: formatUnits(BigInt(units), scale), currency: code };
};

async function withdrawalsOf(reader: Reader, userId: string, now: number): Promise<Waiting[]> {
  const rows = await reader
    .selectFrom('withdrawals')
    .innerJoin('payment_routes', 'payment_routes.id', 'withdrawals.payment_route_id')
    .where('withdrawals.user_id', '=', userId)
    .where('withdrawals.status', 'in', ['requested', 'broadcast', 'failed'])
    .select(['withdrawals.id', 'withdrawals.currency', 'units', 'status', 'network'])
    .select(['created_at', 'cancellable_until', 'broadcast_at', 'failed_at', 'sending'])
    .select(waitsForParty('withdrawals').as('waits'))
    .execute();
  return rows.map((row): Waiting => {
    const about = {
      reference: row.id,
      network: row.network,
      ...amountOf(row.units, row.currency),
    };
    const since = (row.broadcast_at ?? row.created_at).toISOString();
    if (row.status === 'broadcast') return { kind: 'withdrawal-confirming', since, ...about };
    if (row.status === 'failed') {
      const failed = (row.failed_at ?? row.created_at).toISOString();
      return { kind: 'withdrawal-returning', since: failed, ...about };
    }
    const until = row.cancellable_until;
    if (until && until.getTime() > now && !row.sending) {
      return { kind: 'withdrawal-held', since, until: until.toISOString(), ...about };
    }
    if (row.waits && !row.sending) return { kind: 'withdrawal-delayed', since, ...about };
    // It is being sent since its hold ended, not since it was requested.
    const released = until && until.getTime() <= now ? until.toISOString() : since;
    return { kind: 'withdrawal-sending', since: released, ...about };
  });
}

async function depositsOf(reader: Reader, userId: string): Promise<Waiting[]> {
  const rows = await reader
    .selectFrom('deposits')
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .select(['id', 'currency', 'network', 'units', 'confirmations', 'confirmations_needed'])
    .select(['seen_at', 'state', 'settled'])
    .select([waitsForParty('deposits').as('waits'), isAsked.as('asked')])
    .execute();
  return rows.map((row) => {
    const about = {
      since: row.seen_at.toISOString(),
      reference: row.id,
      network: row.network,
      ...amountOf(row.units, row.currency),
    };
    if (row.asked) return { kind: 'deposit-asks', ...about };
    if (isDelayed(row)) return { kind: 'deposit-delayed', ...about };
    const { confirmations, confirmations_needed: needed } = row;
    return { kind: 'deposit', ...about, confirmations, needed };
  });
}

async function purchasesOf(reader: Reader, userId: string): Promise<Waiting[]> {
  const rows = await reader
    .selectFrom('purchases')
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'unknown', 'refunding'])
    .select(['id', 'amount', 'currency', 'status', 'created_at'])
    .execute();
  return rows.map(({ id, amount, currency, status, created_at }) => ({
    kind: status === 'refunding' ? 'refund' : 'purchase',
    since: created_at.toISOString(),
    reference: id,
    amount,
    currency,
  }));
}

/** Bank transfers that are neither credited nor returned. */
async function transfersOf(reader: Reader, userId: string): Promise<Waiting[]> {
  const rows = await reader
    .selectFrom('bank_transfers')
    .where('user_id', '=', userId)
    .where('state', 'in', ['pending', 'aside', 'returning'])
    .select(['id', 'amount', 'currency', 'state', 'seen_at'])
    .execute();
  return rows.map(({ id, amount, currency, state, seen_at }) => ({
    kind: state === 'pending' ? 'transfer-arriving' : 'transfer-returning',
    since: seen_at.toISOString(),
    reference: id,
    amount,
    currency,
  }));
}

/** The account's own matters: the identity check and holds. */
async function accountOf(reader: Reader, userId: string, now: number): Promise<Waiting[]> {
  const user = await reader
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['kyc_status', 'withdrawals_held_until', 'withdrawals_held_for'])
    .select('withdrawals_frozen')
    .executeTakeFirst();
  const recovery = await reader
    .selectFrom('recoveries')
    .where('user_id', '=', userId)
    .where('stage', 'in', ['asked', 'waiting'])
    .select(['created_at', 'due_at'])
    .executeTakeFirst();
  const hold = user && holdOf(user, now);
  return [
    ...(hold ? [{ kind: 'hold' as const, ...hold }] : []),
    ...(user?.kyc_status === 'submitted' ? [{ kind: 'identity' as const }] : []),
    ...(recovery
      ? [
          {
            kind: 'recovery' as const,
            since: recovery.created_at.toISOString(),
            until: recovery.due_at?.toISOString() ?? null,
          },
        ]
      : []),
  ];
}

async function requestsOf(reader: Reader, userId: string): Promise<Waiting[]> {
  const rows = await reader
    .selectFrom('customer_requests')
    .where('user_id', '=', userId)
    .where('answered_at', 'is', null)
    .select(['id', 'kind', 'created_at', 'due_at'])
    .execute();
  return rows.map((row) => ({
    kind: 'request',
    since: row.created_at.toISOString(),
    until: row.due_at.toISOString(),
    reference: row.id,
    request: row.kind,
  }));
}

const startOf = (one: Waiting): string => ('since' in one ? one.since : '');

/**
 * Everything of a customer's that is held or under way (EASE-15): the account's matters first, then the
 * longest.
 */
export async function listWaiting(
  { db: reader, clock }: { readonly db: Reader; readonly clock: Clock },
  userId: string,
): Promise<Waiting[]> {
  const now = clock.now();
  const parts = await Promise.all([
    accountOf(reader, userId, now),
    withdrawalsOf(reader, userId, now),
    depositsOf(reader, userId),
    purchasesOf(reader, userId),
    requestsOf(reader, userId),
    transfersOf(reader, userId),
  ]);
  return parts.flat().sort((one, other) => startOf(one).localeCompare(startOf(other)));
}
