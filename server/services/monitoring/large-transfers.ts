import { type RawBuilder, sql } from 'kysely';
import { cashes } from '#core/domain/cash.ts';
import type { Deps } from '#server/deps.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { eurCentsOf } from '#server/services/offers/eur-worth.ts';

/** The reporting threshold of the AML policy, for one transfer or several linked ones. */
const LARGE_EUR_CENTS = 1_500_000n;
/** Transfers of a customer in one direction within this time are linked. */
const LINKED_SECONDS = 24 * 3600;
/** Nobody was there to value them for this long at most: three business days with the holidays between. */
const WITHIN_SECONDS = 7 * 24 * 3600;
const BATCH = 500;

interface Transfer {
  readonly id: string;
  readonly user_id: string;
  readonly direction: 'out' | 'in';
  readonly happened_at: Date;
  readonly currency: string;
  readonly units: string;
}

/** What has been sent or credited and was not valued yet; what goes to a bank is no transfer of crypto. */
async function newTransfers({ db, clock }: Deps): Promise<readonly Transfer[]> {
  const { rows } = await sql<Transfer>`
    select * from (
      select 'withdrawal:' || id as id, user_id, 'out' as direction, broadcast_at as happened_at,
        currency, units::text as units
      from withdrawals where broadcast_at > ${clock.sqlIn(-WITHIN_SECONDS)}
        and currency not in (${sql.join(cashes.map(({ code }) => code))})
      union all
      select 'deposit:' || id, user_id, 'in', credited_at, currency, units::text
      from deposits where credited_at > ${clock.sqlIn(-WITHIN_SECONDS)}
    ) as moved
    where not exists (select 1 from transfer_values as known where known.id = moved.id)
    order by happened_at limit ${BATCH}`.execute(db);
  return rows;
}

/** Writes down what new transfers are worth, once. Where there is no price now, the next rounds try again. */
async function valueTransfers(deps: Deps): Promise<void> {
  const values: RawBuilder<unknown>[] = [];
  for (const transfer of await newTransfers(deps)) {
    const { id, user_id: userId, direction, happened_at: at, currency, units } = transfer;
    const cents = await eurCentsOf(deps, currency, BigInt(units));
    if (cents === undefined) continue;
    values.push(sql`(${id}, ${userId}, ${direction}, ${at}, ${String(cents)}, ${deps.clock.sql})`);
  }
  if (values.length === 0) return;
  await sql`insert into transfer_values (id, user_id, direction, happened_at, eur_cents, valued_at)
    values ${sql.join(values)} on conflict do nothing`.execute(deps.db);
}

/**
 * Enters what is large by itself or with those it is linked to. It looks at what stands in the table, so
 * that it does not matter which process valued what, and when.
 */
async function enterLarge({ db, clock }: Deps): Promise<void> {
  const span = sql`make_interval(secs => ${LINKED_SECONDS})`;
  await sql`insert into large_transfers (id, sum_eur_cents, entered_at)
    select id, linked, ${clock.sql} from (
      select id, max(so_far) over (partition by user_id, direction order by happened_at
        range between current row and ${span} following) as linked
      from (
        select *, sum(eur_cents) over (partition by user_id, direction order by happened_at
          range between ${span} preceding and current row) as so_far
        from transfer_values
        where happened_at > ${clock.sqlIn(-WITHIN_SECONDS - 2 * LINKED_SECONDS)}
          and user_id in (select user_id from transfer_values
            where valued_at > ${clock.sqlIn(-LINKED_SECONDS)})
      ) as summed
    ) as found
    where linked >= ${String(LARGE_EUR_CENTS)}::numeric
      and not exists (select 1 from large_transfers as known where known.id = found.id)
    on conflict do nothing`.execute(db);
}

/** Keeps the register of transfers at or above EUR 15,000 (KEEP-08). */
export async function registerLarge(deps: Deps): Promise<void> {
  await valueTransfers(deps);
  await enterLarge(deps);
}

export const registering: Loop = {
  everyMs: 5_000,
  failed: 'large transfers not registered',
  round: registerLarge,
};
