import { isCashCode, isKeptCode } from '#core/money/cash.ts';
import { type AssetCode, isAssetCode } from '#core/money/currencies.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { PRICE_SCALE, parsePrice } from '#core/money/price.ts';
import { oneLine } from '#core/text/one-line.ts';
import { isRateCode, type RateCode } from '#server/adapters/forex/rate-band.ts';
import { acceptReading } from '#server/adapters/market/price-band.ts';
import { readPast, writePast } from '#server/adapters/market/price-past.ts';
import type { Deps } from '#server/deps.ts';
import { record } from '#server/services/staff/audit/record.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { Operator } from './administrators.ts';

type TradingDeps = Pick<Deps, 'db' | 'clock'>;

/** What is closed as a whole: everything, all new withdrawals, only those of cash, or all dealings with the bank. */
const isWhole = (what: string): boolean =>
  ['everything', 'withdrawals', 'payouts', 'bank'].includes(what);

/** The stored name for what an operator wants to close; undefined if there is no such thing. */
function scopeOf(what: string): string | undefined {
  if (isWhole(what) || isKeptCode(what)) return what;
  const pair = what.split('-');
  const [one = '', other = ''] = pair;
  return pair.length === 2 && one !== other && pair.every(isKeptCode) && !pair.every(isCashCode)
    ? [one, other].sort().join('-')
    : undefined;
}

export type Switched = 'done' | 'already' | 'unknown' | 'no-reason';

interface ClosingRequest {
  readonly what: string;
  readonly reason: string;
}

/**
 * Changes what is closed and records it with the reason. `change` returns whether there was anything to do.
 */
const switching =
  (
    action: 'closed trading' | 'opened trading',
    change: (tx: Tx, stored: TradingDeps, asked: ClosingRequest, by: Operator) => Promise<boolean>,
  ) =>
  (stored: TradingDeps, { what, reason }: ClosingRequest, by: Operator): Promise<Switched> =>
    inTransaction(stored.db, async (tx) => {
      const scope = scopeOf(what);
      if (scope === undefined) return 'unknown';
      const asked = { what: scope, reason: oneLine(reason) };
      if (asked.reason === '') return 'no-reason';
      if (!(await change(tx, stored, asked, by))) return 'already';
      const detail = { what: scope };
      await record(tx, stored, {
        ...by,
        action,
        detail,
        words: { said: { reason: asked.reason } },
      });
      return 'done';
    });

/**
 * Closes an asset or a cash currency, a pair in both directions, `withdrawals`, `payouts`, `bank` or
 * `everything`, at once in all processes (OPS-15, HARD-49).
 */
export const closeTrading = switching(
  'closed trading',
  async (tx, { clock }, { what: scope, reason }, { actor }) => {
    const closed = await tx
      .insertInto('trading_halts')
      .values({ scope, reason, closed_by: actor, closed_at: clock.sql })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return closed.numInsertedOrUpdatedRows === 1n;
  },
);

/** Opens what was closed under the same name. */
export const openTrading = switching('opened trading', async (tx, _stored, { what: scope }) => {
  const opened = await tx.deleteFrom('trading_halts').where('scope', '=', scope).executeTakeFirst();
  return opened.numDeletedRows === 1n;
});

export type ConfirmedPrice =
  | 'done'
  | 'unknown'
  | 'no-reason'
  | 'no-doubt'
  | 'other-price'
  | 'raced';

/** Confirms the doubted reading, by the price that the operator has seen. Recorded with the reason. */
export async function confirmPrice(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  {
    asset,
    price,
    reason,
  }: { readonly asset: string; readonly price: string; readonly reason: string },
  by: Operator,
): Promise<ConfirmedPrice> {
  if (!isAssetCode(asset) && !isRateCode(asset)) return 'unknown';
  if (oneLine(reason) === '') return 'no-reason';
  const { priceBands, rateBands } = config.parties;
  const band = isAssetCode(asset) ? priceBands[asset] : rateBands[asset];
  return inTransaction(db, async (tx) => {
    const { past, version } = await readPast(tx, asset);
    if (!past.suspect) return 'no-doubt';
    if (past.suspect.units !== parsePrice(price)) return 'other-price';
    const confirmed = { past: acceptReading(past, past.suspect), version };
    if (!(await writePast(tx, asset, confirmed, band))) return 'raced';
    const detail = { asset, usd: price };
    const words = { said: { reason: oneLine(reason) } };
    await record(tx, { clock }, { ...by, action: 'confirmed price', detail, words });
    return 'done';
  });
}

export interface Doubt {
  /** An asset, or a currency whose exchange rate is in doubt. */
  readonly asset: AssetCode | RateCode;
  /** The doubted reading, in USD. */
  readonly usd: string;
  readonly since: Date;
  /** The price that was accepted last, if one was. */
  readonly before: string | undefined;
}

const usdOf = (units: string): string => formatUnits(BigInt(units), PRICE_SCALE);

/** What is closed now, by operators and by doubted prices. */
export async function listClosed(reader: Reader) {
  const halts = await reader
    .selectFrom('trading_halts')
    .selectAll()
    .orderBy('closed_at')
    .orderBy('scope')
    .execute();
  const rows = await reader
    .selectFrom('prices')
    .select(['asset', 'usd', 'suspect_usd', 'suspect_at'])
    .where('suspect_at', 'is not', null)
    .orderBy('asset')
    .execute();
  const doubts = rows.flatMap(({ asset, usd, suspect_usd, suspect_at }): Doubt[] =>
    (isAssetCode(asset) || isRateCode(asset)) && suspect_usd !== null && suspect_at !== null
      ? [
          {
            asset,
            usd: usdOf(suspect_usd),
            since: suspect_at,
            before: usd === null ? undefined : usdOf(usd),
          },
        ]
      : [],
  );
  return { halts, doubts };
}
