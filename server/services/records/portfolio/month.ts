import { sql } from 'kysely';
import type { MonthBalances } from '#core/contract/wallet/portfolio.ts';
import { type KeptCode, keptOf } from '#core/money/cash.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import { DAY, MINUTE } from '#server/adapters/party/clock.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import type { Customer } from '#server/platform/standing-session.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { centsOf, type PastPrices, pastPrices, toldPrice, worthOf } from './past-prices.ts';

/**
 * Movements right before a month's end may be recorded a moment later, and valued up to five minutes later.
 * From then on, a statement never changes.
 */
const SETTLED = 10 * MINUTE;
/** The market still has prices this old: if one is missing, it did not answer. */
const STILL_TOLD = 360 * DAY;

interface Owned {
  readonly code: KeptCode;
  /** Available and held: both belong to the customer. */
  readonly units: bigint;
}

interface Bounds {
  readonly from: number;
  readonly until: number;
}

/** A customer's balances right before each of two instants, from the ledger's lines only. */
async function ownedAt(
  db: Reader,
  userId: string,
  { from, until }: Bounds,
): Promise<{ readonly opening: readonly Owned[]; readonly closing: readonly Owned[] }> {
  const { rows } = await sql<{ currency: string; opening: string; closing: string }>`
    select currency,
      coalesce(sum(amount) filter (where created_at < ${new Date(from)}), 0)::text as opening,
      sum(amount)::text as closing
    from postings
    where account_id in (select id from accounts
        where owner = ${userId} and kind in ('available', 'hold'))
      and created_at < ${new Date(until)}
    group by currency order by currency`.execute(db);
  const owned = (sums: (row: (typeof rows)[number]) => string): Owned[] =>
    rows.flatMap((row) => {
      const units = BigInt(sums(row));
      return units === 0n ? [] : [{ code: storedKept(row.currency).code, units }];
    });
  return { opening: owned(({ opening }) => opening), closing: owned(({ closing }) => closing) };
}

function told({ code, units }: Owned, at: number, past: PastPrices) {
  const { scale } = keptOf(code);
  const price = past.priceOf(code, { at, by: 'day' });
  return {
    currency_id: code,
    amount: formatUnits(units, scale),
    ...(price !== undefined && {
      price: formatUnits(toldPrice(price), PRICE_SCALE),
      value: formatUnits(centsOf(worthOf(code, units, price)), FIAT_SCALE, FIAT_SCALE),
    }),
  };
}

/** A customer's balances and their values at the beginning and end of a completed month. */
export async function readMonth(
  deps: Deps,
  { userId, market: money }: Customer,
  bounds: Bounds,
): Promise<Pick<MonthBalances, 'money_id' | 'opening' | 'closing'> | Refused> {
  const { from, until } = bounds;
  const now = deps.clock.now();
  if (until <= from) return refuse('INVALID_INPUT', 'A month ends after it begins.');
  if (until + SETTLED > now) {
    return refuse('INVALID_INPUT', 'The statement is ready ten minutes after the month’s end.');
  }
  const { opening, closing } = await ownedAt(deps.db, userId, bounds);
  const codes = [...new Set([...opening, ...closing].map(({ code }) => code))];
  const past = await pastPrices(deps, money, codes, [
    { at: from, by: 'day' },
    { at: until, by: 'day' },
  ]);
  // A value stated as unknown now would be stated differently later.
  const lacks = (owned: readonly Owned[], at: number): boolean =>
    at > now - STILL_TOLD && owned.some(({ code }) => past.lacksClose(code, { at, by: 'day' }));
  if (lacks(opening, from) || lacks(closing, until)) return unavailable();
  return {
    money_id: money,
    opening: opening.map((one) => told(one, from, past)),
    closing: closing.map((one) => told(one, until, past)),
  };
}
