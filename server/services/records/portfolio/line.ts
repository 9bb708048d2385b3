import { sql } from 'kysely';
import type { PortfolioHistory, PortfolioPoint } from '#core/contract/wallet/portfolio.ts';
import type { KeptCode } from '#core/money/cash.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import { type Resolution, rangeOf, resolutionMs } from '#server/adapters/market/candle-store.ts';
import { DAY } from '#server/adapters/party/clock.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import type { Customer } from '#server/platform/standing-session.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { centsOf, type Moment, type PastPrices, pastPrices, worthOf } from './past-prices.ts';

/** The change of what is owned of an asset within an hour. */
interface Change {
  /** When the hour began, in milliseconds since the epoch. */
  readonly hour: number;
  readonly code: KeptCode;
  readonly units: bigint;
}

const startOf = (by: Resolution, now: number): number => {
  const length = resolutionMs[by];
  return (Math.floor(now / length) + 1 - rangeOf[by === 'hour' ? 'week' : 'all'].count) * length;
};

/**
 * All changes of what a customer owns, available or held, oldest first: hour by hour where the line shows hours, before
 * that day by day, and in one sum what was before the line begins. So it is no more rows with a long history (HARD-95).
 */
async function changesOf(db: Reader, userId: string, now: number): Promise<readonly Change[]> {
  const byHour = sql`${new Date(Math.floor(startOf('hour', now) / DAY) * DAY)}::timestamptz`;
  const byDay = sql`${new Date(startOf('day', now))}::timestamptz`;
  const { rows } = await sql<{ hour: string; currency: string; units: string }>`
    select (extract(epoch from case
        when created_at >= ${byHour} then date_trunc('hour', created_at, 'UTC')
        when created_at >= ${byDay} then date_trunc('day', created_at, 'UTC')
        else ${byDay} - interval '1 hour' end) * 1000)::bigint::text as hour,
      currency, sum(amount)::text as units
    from postings
    where account_id in (select id from accounts
        where owner = ${userId} and kind in ('available', 'hold'))
    group by 1, 2 having sum(amount) <> 0 or min(created_at) < ${byHour} order by 1`.execute(db);
  return rows
    .map(({ hour, currency, units }) => ({
      ...{ hour: Number(hour), code: storedKept(currency).code, units: BigInt(units) },
    }))
    .sort((a, b) => a.hour - b.hour);
}

/**
 * The ends of the last `count` hours or days, oldest first, from the first one with holdings. No more than
 * the market has prices for.
 */
function momentsOf(by: Resolution, count: number, now: number, first: number): readonly Moment[] {
  const length = resolutionMs[by];
  const last = Math.floor(now / length) * length;
  return Array.from({ length: count }, (_, i) => ({
    at: last - (count - 1 - i) * length,
    by,
  })).filter(({ at }) => at > first);
}

/** A customer's holdings at each of these moments, oldest first, at the prices of that time. */
function pointsOf(
  moments: readonly Moment[],
  changes: readonly Change[],
  past: PastPrices,
): PortfolioPoint[] {
  const owned = new Map<KeptCode, bigint>();
  let next = 0;
  return moments.map((moment) => {
    for (; next < changes.length; next++) {
      const change = changes[next];
      if (!change || change.hour >= moment.at) break;
      owned.set(change.code, (owned.get(change.code) ?? 0n) + change.units);
    }
    let sum: bigint | undefined = 0n;
    for (const [code, units] of owned) {
      if (units === 0n) continue;
      const price = past.priceOf(code, moment);
      sum =
        price === undefined || sum === undefined ? undefined : sum + worthOf(code, units, price);
    }
    return {
      at: new Date(moment.at).toISOString(),
      ...(sum !== undefined && { value: formatUnits(centsOf(sum), FIAT_SCALE, FIAT_SCALE) }),
    };
  });
}

/**
 * The total value of a customer's holdings at the end of the last hours and days (INS-01). Without the price
 * or rate of a moment, its sum is unknown.
 */
export async function readLine(
  deps: Deps,
  { userId, market: money }: Customer,
): Promise<Pick<PortfolioHistory, 'money_id' | 'hours' | 'days'>> {
  const now = deps.clock.now();
  const changes = await changesOf(deps.db, userId, now);
  const first = changes[0]?.hour ?? now;
  const hours = momentsOf('hour', rangeOf.week.count, now, first);
  const days = momentsOf('day', rangeOf.all.count, now, first);
  const codes = [...new Set(changes.map(({ code }) => code))];
  const past = await pastPrices(deps, money, codes, [...days, ...hours]);
  return {
    money_id: money,
    hours: pointsOf(hours, changes, past),
    days: pointsOf(days, changes, past),
  };
}
