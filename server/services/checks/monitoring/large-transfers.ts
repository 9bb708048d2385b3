import { sql } from 'kysely';
import { cashes } from '#core/money/cash.ts';
import type { Deps } from '#server/deps.ts';
import { doEach } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { sinceLast } from '#server/platform/since-last.ts';
import { LARGE_TRANSFER_EUR_CENTS, LINKED_SECONDS } from '#server/policy.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { eurWorth } from '#server/services/exchange/offers/eur-worth.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { hitsInPast, keepHits } from './hits.ts';

/** The longest time a transfer may wait for its value: three business days with holidays between them. */
const WITHIN_SECONDS = 7 * 24 * 3600;
const BATCH = 500;
/** Bank and card amounts are decimals of the currency. */
const CENTS = 2;

interface Transfer {
  readonly id: string;
  readonly kind: 'crypto' | 'bank' | 'card';
  readonly user_id: string;
  readonly direction: 'out' | 'in';
  readonly happened_at: Date;
  readonly currency: string;
  /** In the ledger's units; for bank transfers and card payments in cents. */
  readonly units: string;
}

/** Transfers of everybody, or of one customer, without a value yet. */
async function newTransfers(
  { db, clock }: Deps,
  userId: string | undefined,
  seconds: number,
  behind: Transfer | undefined,
): Promise<readonly Transfer[]> {
  // The last one that was looked at may have no price: whoever comes behind it is looked at all the same.
  const next = behind
    ? sql`(happened_at, id) > (${behind.happened_at}::timestamptz, ${behind.id})`
    : sql`true`;
  const since = clock.sqlIn(-seconds);
  const whose = userId === undefined ? sql`true` : sql`user_id = ${userId}`;
  const { rows } = await sql<Transfer>`
    select * from (
      select 'withdrawal:' || id as id, user_id, 'out' as direction, broadcast_at as happened_at,
        currency, units::text as units,
        case when currency in (${sql.join(cashes.map(({ code }) => code))})
          then 'bank' else 'crypto' end as kind
      from withdrawals where broadcast_at > ${since} and ${whose}
      union all
      select 'deposit:' || id, user_id, 'in', credited_at, currency, units::text, 'crypto'
      from deposits where credited_at > ${since} and ${whose}
      union all
      select 'bank:' || id, user_id, 'in', ended_at, currency,
        round(amount::numeric * 100)::text, 'bank'
      from bank_transfers where state = 'credited' and ended_at > ${since} and ${whose}
      union all
      select 'purchase:' || id, user_id, 'in', paid_at, currency,
        round(amount::numeric * 100)::text, 'card'
      from purchases where status = 'success' and paid_at > ${since} and ${whose}
    ) as moved
    where not exists (select 1 from transfer_values as known where known.id = moved.id) and ${next}
    order by happened_at, id limit ${BATCH}`.execute(db);
  return rows;
}

/**
 * Stores a transfer's value, once, and what rules find in it. The customer is locked, so that the later of
 * two transfers sees the earlier one, and they are found together.
 */
async function keepValue(deps: Deps, transfer: Transfer, cents: bigint): Promise<void> {
  const { id, kind, user_id: userId, direction, happened_at } = transfer;
  await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, userId);
    const added = await tx
      .insertInto('transfer_values')
      .values({
        ...{ id, kind, user_id: userId, direction, happened_at },
        eur_cents: cents,
        valued_at: deps.clock.sql,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning(
        sql<Date>`(select created_at from users where users.id = transfer_values.user_id)`.as(
          'since',
        ),
      )
      .executeTakeFirst();
    if (!added) return;
    const subject = { id, direction, at: happened_at.getTime(), eurCents: cents, found: [] };
    const hits = await hitsInPast(tx, { userId, since: added.since }, subject);
    await keepHits(tx, deps.clock, { transfer: id, hits });
  });
}

/**
 * Values all new transfers, or one customer's. Without a price now, the next rounds try again. Returns whether
 * none is left.
 */
export async function valueTransfers(
  deps: Deps,
  userId?: string,
  seconds = WITHIN_SECONDS,
  stopping?: AbortSignal,
): Promise<boolean> {
  let transfers: readonly Transfer[] = [];
  let all = true;
  const centsOf = eurWorth(deps);
  const value = async (transfer: Transfer) => {
    const { kind, currency, units } = transfer;
    const scale = kind === 'crypto' ? undefined : CENTS;
    const cents = await centsOf(currency, BigInt(units), scale);
    if (cents === undefined) all = false;
    else await keepValue(deps, transfer, cents);
  };
  do {
    transfers = await newTransfers(deps, userId, seconds, transfers.at(-1));
    if (userId === undefined) {
      const facts = ({ id }: Transfer) => ({ transfer: id });
      const done = await doEach(deps, transfers, 'large transfers not registered', value, {
        stopping,
        facts,
      });
      all &&= done;
    } else {
      // Whoever asks about one customer, whose money waits for it, has to know of a failure.
      for (const transfer of transfers) await value(transfer);
    }
  } while (transfers.length === BATCH && !stopping?.aborted);
  return all && !stopping?.aborted;
}

/**
 * Registers transfers that are large alone or together with linked ones. It reads only the table, so it does
 * not matter which process valued them, and when.
 */
async function enterLarge({ db, clock }: Deps, seconds: number): Promise<void> {
  const span = sql`make_interval(secs => ${LINKED_SECONDS})`;
  await sql`insert into large_transfers (id, sum_eur_cents, entered_at)
    select id, linked, ${clock.sql} from (
      select id, max(so_far) over (partition by user_id, direction order by happened_at
        range between current row and ${span} following) as linked
      from (
        select *, sum(eur_cents) over (partition by user_id, direction order by happened_at
          range between ${span} preceding and current row) as so_far
        from transfer_values
        where kind = 'crypto' and happened_at > ${clock.sqlIn(-WITHIN_SECONDS - 2 * LINKED_SECONDS)}
          and user_id in (select user_id from transfer_values
            where valued_at > ${clock.sqlIn(-seconds)})
      ) as summed
    ) as found
    where linked >= ${String(LARGE_TRANSFER_EUR_CENTS)}::numeric
      and not exists (select 1 from large_transfers as known where known.id = found.id)
    on conflict do nothing`.execute(db);
}

/** Keeps the register of transfers at or above EUR 15,000 (KEEP-08). */
export async function registerLarge(deps: Deps): Promise<void> {
  await valueTransfers(deps);
  await enterLarge(deps, LINKED_SECONDS);
}

/** The same in every round: of what has come since the last one. */
async function registerNew(deps: Deps, stopping?: AbortSignal): Promise<void> {
  await sinceLast(deps, 'transfers', WITHIN_SECONDS, (seconds) =>
    valueTransfers(deps, undefined, seconds, stopping),
  );
  await sinceLast(deps, 'large transfers', LINKED_SECONDS, async (seconds) => {
    await enterLarge(deps, seconds);
    return true;
  });
}

export const largeTransferLoop: Loop = {
  everyMs: 5_000,
  failed: 'large transfers not registered',
  round: registerNew,
};
