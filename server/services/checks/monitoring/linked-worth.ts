import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { eurWorth } from '#server/services/exchange/offers/eur-worth.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { movementsNear } from './hits.ts';
import { valueTransfers } from './large-transfers.ts';
import { linkedSum, type Movement } from './monitoring-rules.ts';

interface Waiting {
  readonly id: string;
  readonly direction: 'out' | 'in';
  readonly currency: string;
  readonly units: string;
  readonly at: Date;
}

/** What has not been sent or credited yet. Bank transfers are decimals, and all cash has cents. */
async function waitingOf(reader: Reader, userId: string): Promise<readonly Waiting[]> {
  const { rows } = await sql<Waiting>`
    select 'withdrawal:' || id as id, 'out' as direction, currency, units::text as units,
      created_at as at
    from withdrawals where user_id = ${userId} and status = 'requested'
    union all
    select 'deposit:' || id, 'in', currency, units::text, seen_at
    from deposits where user_id = ${userId} and state = 'pending'
    union all
    select 'bank:' || id, 'in', currency, round(amount::numeric * 100)::text, seen_at
    from bank_transfers where user_id = ${userId} and state = 'checking'`.execute(reader);
  return rows;
}

/** Everything near now that went, or waits to go, each way; undefined while one has no known value. */
async function movementsOf(
  deps: Deps,
  userId: string,
): Promise<
  { readonly waiting: readonly Movement[]; readonly all: readonly Movement[] } | undefined
> {
  if (!(await valueTransfers(deps, userId))) return undefined;
  const centsOf = eurWorth(deps);
  const waiting: Movement[] = [];
  for (const { id, direction, currency, units, at } of await waitingOf(deps.db, userId)) {
    const eurCents = await centsOf(currency, BigInt(units));
    if (eurCents === undefined) return undefined;
    waiting.push({ id, direction, at: at.getTime(), eurCents, found: [] });
  }
  const past = (await movementsNear(deps.db, userId, deps.clock.now())).filter(
    // Of longer ago there are only sums by day.
    ({ id }) => id !== '',
  );
  return { waiting, all: [...past, ...waiting] };
}

/**
 * What a waiting transfer is worth in cents of EUR together with what went the same way within 24 hours, by the
 * definition of monitoring (HARD-57): around when it came, and around now, when it would go on with everything else
 * that waits. Undefined without a price; zero if it waits no more.
 */
export async function linkedWorth(
  deps: Deps,
  userId: string,
  id: string,
): Promise<bigint | undefined> {
  const moved = await movementsOf(deps, userId);
  if (!moved) return undefined;
  const subject = moved.waiting.find((one) => one.id === id);
  if (!subject) return 0n;
  const at = deps.clock.now();
  const waits = new Set(moved.waiting.map((one) => one.id));
  const now = moved.all.map((one) => (waits.has(one.id) ? { ...one, at } : one));
  const [then, together] = [linkedSum(subject, moved.all), linkedSum({ ...subject, at }, now)];
  if (then > together) return then;
  return together;
}

/** What a customer holds and could send at once, in cents of EUR; undefined while one of it has no known value. */
async function heldWorth(deps: Deps, userId: string): Promise<bigint | undefined> {
  const rows = await deps.db
    .selectFrom('accounts')
    .select(['currency', sql<string>`balance::text`.as('units')])
    .where('owner', '=', userId)
    .where('kind', '=', 'available')
    .where('balance', '>', '0')
    .execute();
  const centsOf = eurWorth(deps);
  let sum = 0n;
  for (const { currency, units } of rows) {
    const eurCents = await centsOf(currency, BigInt(units));
    if (eurCents === undefined) return undefined;
    sum += eurCents;
  }
  return sum;
}

/**
 * The same of everything of a customer that would go on now, both ways together, and of what they hold: whoever releases
 * them lets all of it go (HARD-98).
 */
export async function linkedWorthOfAll(deps: Deps, userId: string): Promise<bigint | undefined> {
  const moved = await movementsOf(deps, userId);
  const held = await heldWorth(deps, userId);
  if (!moved || held === undefined) return undefined;
  if (moved.waiting.length === 0) return held;
  const at = deps.clock.now();
  const waits = new Set(moved.waiting.map((one) => one.id));
  const now = moved.all.map((one) => (waits.has(one.id) ? { ...one, at } : one));
  const sumOf = (direction: 'out' | 'in') =>
    moved.waiting.some((one) => one.direction === direction)
      ? linkedSum({ id: '', direction, at, eurCents: 0n, found: [] }, now)
      : 0n;
  return held + sumOf('out') + sumOf('in');
}
