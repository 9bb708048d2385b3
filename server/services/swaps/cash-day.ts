import { sql } from 'kysely';
import { isCashCode, type Kept, type KeptCode } from '#core/domain/cash.ts';
import { type AssetCode, assets, isAssetCode } from '#core/domain/currencies.ts';
import { mulDivDown, pow10 } from '#core/domain/decimal.ts';
import { PRICE_SCALE } from '#core/domain/price.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import type { Reader } from '#server/store/schema.ts';
import { type Traded, throughFlow } from './through-flow.ts';

const DAY_SECONDS = 86_400;
/** 1e-6 USD: the unit of stable coins, and of all values here. */
const VALUE_SCALE = 6;

const isStable = (code: string): boolean =>
  assets.some((asset) => asset.code === code && asset.stable);

interface Exchange {
  readonly source: Kept;
  readonly sourceUnits: bigint;
  readonly target: Kept;
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

interface Read {
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

/** What a customer exchanged within 24 hours, by pair, and the prices accepted last, in one statement. */
async function readDay({ clock }: Pick<Deps, 'clock'>, reader: Reader, userId: string) {
  const { rows } = await sql<Read>`
    select (select json_object_agg(asset, usd::text) from prices where usd is not null) as prices,
      (select json_agg(traded) from (
        select paid.currency as source, received.currency as target,
          sum(-paid.amount)::text as paid, sum(received.amount)::text as received
        from postings paid join postings received on received.journal_id = paid.journal_id
          and received.statement_of = paid.statement_of
          and received.currency <> paid.currency and received.amount > 0
        where paid.statement_of = ${userId} and paid.amount < 0
          and paid.created_at > ${clock.sqlIn(-DAY_SECONDS)}
        group by 1, 2) traded) as trades`.execute(reader);
  const prices = Object.entries(rows[0]?.prices ?? {});
  return {
    prices: new Map(prices.map(([code, usd]) => [code, BigInt(usd)])),
    trades: (rows[0]?.trades ?? []).map(({ source, target, paid, received }) => ({
      ...{ source: storedKept(source), sourceUnits: BigInt(paid) },
      ...{ target: storedKept(target), targetUnits: BigInt(received) },
    })),
  };
}

/** What can have gone from cash to stable coins and back, both together. */
const bothWays = (trades: readonly Traded<Thing>[]): bigint =>
  throughFlow(trades, 'cash', 'stable') + throughFlow(trades, 'stable', 'cash');

/**
 * Whether a customer has exchanged more between cash and stable coins within 24 hours than a day's cap, in
 * both directions together (HARD-48): whoever knows better what a currency is worth trades it for these, because
 * nothing else about them moves. Through other assets it is the same: whoever buys one with cash and sells it for
 * stable coins bears its price for moments only. So what counts is the value that can have gone from one to the other
 * through all trades of the day; buying an asset and keeping it, or selling one for stable coins that was not bought,
 * is no part of it, and neither is a trade that adds nothing.
 *
 * `exchange` is what they want beside it; after a trade, within its transaction, the trade itself counts, so that
 * of many at once none passes unseen.
 */
export async function exceedsDay(
  deps: Pick<Deps, 'config' | 'clock'>,
  reader: Reader,
  userId: string,
  exchange: Exchange,
  { isDone = false } = {},
): Promise<boolean> {
  const { prices, trades } = await readDay(deps, reader, userId);
  const valued = trades.map((one) => tradedOf(one, prices));
  const own = tradedOf(exchange, prices);
  const [before, after] = isDone
    ? [[...valued, { ...own, value: -own.value }], valued]
    : [valued, [...valued, own]];
  const sum = bothWays(after);
  return sum > BigInt(deps.config.cashStableCap) * 1_000_000n && sum > bothWays(before);
}
