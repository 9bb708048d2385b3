import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { eurWorth } from '#server/services/exchange/offers/eur-worth.ts';
import { leadsToSame } from '#server/store/leads-to.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { movementsNear } from './hits.ts';
import { valueTransfers } from './large-transfers.ts';
import {
  type Hit,
  hitsOf,
  type MonitoredFacts,
  type Movement,
  NEAR_MS,
} from './monitoring-rules.ts';

/** More than any transfer is worth: one without a price may be as large. */
const UNKNOWN_CENTS = 10n ** 30n;

interface Waiting {
  readonly id: string;
  readonly direction: 'out' | 'in';
  readonly currency: string;
  readonly units: string;
  readonly at: Date;
}

/** The amount to be sent, and recent receipts that have no value for lack of a price. */
async function unvalued(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<readonly Waiting[]> {
  const { rows } = await sql<Waiting>`
    select 'withdrawal:' || id as id, 'out' as direction, currency, units::text as units,
      created_at as at
    from withdrawals where user_id = ${userId} and status = 'requested'
    union all
    select 'deposit:' || id, 'in', currency, units::text, credited_at from deposits
    where user_id = ${userId} and credited_at > ${clock.sqlIn(-NEAR_MS / 1000)}
      and not exists (select 1 from transfer_values where transfer_values.id = 'deposit:' || deposits.id)`.execute(
    db,
  );
  return rows;
}

/**
 * The customer and the facts of a withdrawal. A recipient counts as known from before the last change: with the first
 * half sent since, the second is no less a first transfer there (HARD-57).
 */
async function aboutOf(reader: Reader, id: string) {
  const { rows } = await sql<{
    user_id: string;
    since: Date;
    open_since: Date | null;
    sent_before: boolean;
  }>`
    select users.id as user_id, users.created_at as since,
      users.withdrawals_held_until as open_since,
      exists (select 1 from withdrawals as before
        where before.user_id = this.user_id and ${leadsToSame}
          and before.tag = this.tag and before.id <> this.id
          and before.created_at < coalesce(users.withdrawals_held_until, this.created_at)
          and before.status in ('broadcast', 'completed')) as sent_before
    from withdrawals as this join users on users.id = this.user_id
    where this.id = ${id}`.execute(reader);
  return rows[0];
}

/**
 * Findings of rules that suspend a withdrawal which is not sent yet; undefined while they depend on a missing
 * price. Called outside any transaction.
 */
export async function suspicionsOf(
  deps: Deps,
  withdrawal: string,
): Promise<readonly Hit[] | undefined> {
  const about = await aboutOf(deps.db, withdrawal);
  if (!about) return [];
  await valueTransfers(deps, about.user_id);
  const id = `withdrawal:${withdrawal}`;
  let known = true;
  const waiting: Movement[] = [];
  const centsOf = eurWorth(deps);
  for (const row of await unvalued(deps, about.user_id)) {
    const cents = await centsOf(row.currency, BigInt(row.units));
    known &&= cents !== undefined;
    const { direction, at } = row;
    waiting.push({
      ...{ id: row.id, direction, at: at.getTime(), eurCents: cents ?? UNKNOWN_CENTS, found: [] },
    });
  }
  const subject = waiting.find((one) => one.id === id);
  // It was cancelled meanwhile.
  if (!subject) return [];
  const facts: MonitoredFacts = {
    subject,
    others: [...(await movementsNear(deps.db, about.user_id, subject.at)), ...waiting],
    customerSince: about.since.getTime(),
    openSince: about.open_since?.getTime(),
    firstTime: !about.sent_before,
  };
  const hits = hitsOf(facts).filter(({ rule }) => rule.suspends);
  return hits.length === 0 || known ? hits : undefined;
}
