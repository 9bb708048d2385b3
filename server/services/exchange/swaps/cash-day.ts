import { sql } from 'kysely';
import { cashes, isCashCode, type KeptCode, type KeptCurrency } from '#core/money/cash.ts';
import { type AssetCode, assets, isAssetCode } from '#core/money/currencies.ts';
import { mulDivDown, pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { accountId, customer } from '#server/ledger/accounts.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { type Traded, throughFlow } from './through-flow.ts';

const DAY_SECONDS = 86_400;
/** 1e-6 USD: the unit of stable coins, and of all values here. */
const VALUE_SCALE = 6;

const isStable = (code: string): boolean =>
  assets.some((asset) => asset.code === code && asset.stable);

interface Exchange {
  readonly source: KeptCurrency;
  readonly sourceUnits: bigint;
  readonly target: KeptCurrency;
  readonly targetUnits: bigint;
}

/** All cash is one thing here, and all stable coins are: what is between them is each by itself. */
type Thing = AssetCode | 'cash' | 'stable';
const thingOf = (code: KeptCode): Thing =>
  isCashCode(code) ? 'cash' : isStable(code) ? 'stable' : code;

/**
 * A trade by its value. A stable coin is worth its dollar; otherwise what it is worth is said by the asset in it, at
 * one price for all trades, so that what was bought and sold on is the same amount on both sides.
 */
function tradedOf(
  { source, sourceUnits, target, targetUnits }: Exchange,
  prices: ReadonlyMap<string, bigint>,
): Traded<Thing> {
  const legs = [
    { kept: source, units: sourceUnits },
    { kept: target, units: targetUnits },
  ];
  const leg =
    legs.find(({ kept }) => isStable(kept.code)) ?? legs.find(({ kept }) => isAssetCode(kept.code));
  const [from, to] = [thingOf(source.code), thingOf(target.code)];
  if (!leg) return { from, to, value: 0n };
  const { kept, units } = leg;
  const price = isStable(kept.code) ? pow10(PRICE_SCALE) : (prices.get(kept.code) ?? 0n);
  const value = mulDivDown(units, price * pow10(VALUE_SCALE), pow10(kept.scale + PRICE_SCALE));
  return { from, to, value };
}

/** What a customer exchanged within 24 hours, by pair, and the prices accepted last. */
export interface Day {
  readonly prices: Readonly<Record<string, string>> | null;
  readonly trades:
    | readonly {
        readonly source: string;
        readonly target: string;
        readonly paid: string;
        readonly received: string;
      }[]
    | null;
}

/** A customer's day, for a statement that reads something else as well. */
export const daySql = (
  { clock }: Pick<Deps, 'clock'>,
  userId: string,
) => sql<Day>`json_build_object(
  'prices', (select json_object_agg(asset, usd::text) from prices where usd is not null),
  'trades', (select json_agg(traded) from (
    select paid.currency as source, received.currency as target,
      sum(-paid.amount)::text as paid, sum(received.amount)::text as received
    from postings paid join postings received on received.journal_id = paid.journal_id
      and received.statement_of = paid.statement_of
      and received.currency <> paid.currency and received.amount > 0
    where paid.statement_of = ${userId} and paid.amount < 0
      and paid.created_at > ${clock.sqlIn(-DAY_SECONDS)}
    group by 1, 2) traded))`;

async function readDay(deps: Pick<Deps, 'clock'>, tx: Tx, userId: string): Promise<Day> {
  const { rows } = await sql<{ day: Day }>`select ${daySql(deps, userId)} as day`.execute(tx);
  return rows[0]?.day ?? { prices: null, trades: null };
}

/** What can have gone from cash to stable coins and back, both together. */
const bothWays = (trades: readonly Traded<Thing>[]): bigint =>
  throughFlow(trades, 'cash', 'stable') + throughFlow(trades, 'stable', 'cash');

/** The trades of a day by their value, and the value of this one. */
function valuesOf(day: Day, exchange: Exchange) {
  const prices = new Map(
    Object.entries(day.prices ?? {}).map(([code, usd]) => [code, BigInt(usd)] as const),
  );
  const trades = (day.trades ?? []).map(({ source, target, paid, received }) =>
    tradedOf(
      {
        ...{ source: storedKept(source), sourceUnits: BigInt(paid) },
        ...{ target: storedKept(target), targetUnits: BigInt(received) },
      },
      prices,
    ),
  );
  return { trades, own: tradedOf(exchange, prices) };
}

const isBeyond = (sum: bigint, { cashStableCap }: Pick<Config, 'cashStableCap'>): boolean =>
  sum > BigInt(cashStableCap) * 1_000_000n;

/**
 * Whether a customer would exchange more between cash and stable coins within 24 hours than a day's cap, in
 * both directions together (HARD-48): whoever knows better what a currency is worth trades it for these, because
 * nothing else about them moves. Through other assets it is the same: whoever buys one with cash and sells it for
 * stable coins bears its price for moments only. So what counts is the value that can have gone from one to the other
 * through all trades of the day; buying an asset and keeping it, or selling one for stable coins that was not bought,
 * is no part of it, and neither is a trade that adds nothing.
 */
export function exceedsDay(
  config: Pick<Config, 'cashStableCap'>,
  day: Day,
  exchange: Exchange,
): boolean {
  const { trades, own } = valuesOf(day, exchange);
  const sum = bothWays([...trades, own]);
  return isBeyond(sum, config) && sum > bothWays(trades);
}

/** The customer's cash, locked: every way of theirs begins or ends there. */
const lockCash = (tx: Tx, userId: string) =>
  sql`
  select from accounts where id in (${sql.join(
    cashes.map(({ code }) => accountId(customer(userId, 'available', code))),
  )}) order by id for update`.execute(tx);

/**
 * The same after the trade, within its transaction: it counts itself, so that of many at once none passes unseen.
 * Two that have no balance in common, as cash into one stable coin and Bitcoin into another, do not wait for each
 * other; so one that adds to a way reads again, when it is the only one.
 */
export async function exceededDay(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Tx,
  userId: string,
  exchange: Exchange,
): Promise<boolean> {
  const added = async () => {
    const { trades, own } = valuesOf(await readDay(deps, tx, userId), exchange);
    const sum = bothWays(trades);
    return sum > bothWays([...trades, { ...own, value: -own.value }]) ? sum : 0n;
  };
  if ((await added()) === 0n) return false;
  await lockCash(tx, userId);
  return isBeyond(await added(), deps.config);
}
