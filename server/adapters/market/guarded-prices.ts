import type { QueryExecutorProvider } from 'kysely';
import type { AssetCode } from '#core/money/currencies.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { PRICE_SCALE, parsePrice } from '#core/money/price.ts';
import type { Now } from '#server/adapters/party/clock.ts';
import type { Log } from '#server/base/log.ts';
import type { Market, Price } from './market.ts';
import {
  acceptReading,
  isFast,
  judgeReading,
  type PriceBand,
  type PricePast,
  type Reading,
  type Verdict,
} from './price-band.ts';
import { judgeStored } from './price-past.ts';

/** How often a vouched price is stored, as the past that a later price is compared with. */
const VOUCHED_KEPT_MS = 10_000;

interface Judged {
  readonly usd: string;
  readonly at: number;
  /** In milliseconds of this process's clock. */
  readonly judgedAt: number;
  readonly vouched: boolean;
  readonly kind: Verdict['kind'];
  readonly isFirst: boolean;
  readonly fast: boolean;
}

const verdictOf = (
  past: PricePast,
  reading: Reading,
  vouched: boolean,
  band: PriceBand,
): Verdict =>
  vouched
    ? {
        kind: 'accepted',
        past: acceptReading({ accepted: [], suspect: undefined }, reading),
        ...(past.suspect && { news: 'returned' }),
      }
    : judgeReading(past, reading, band);

const textOf = (reading: Reading | undefined): string | undefined =>
  reading && formatUnits(reading.units, PRICE_SCALE);

/** A market whose prices are checked against their own recent past, which all processes share (OPS-15). */
export function guardedMarket(
  market: Market,
  tools: {
    readonly bands: Readonly<Record<AssetCode, PriceBand>>;
    readonly db: QueryExecutorProvider;
    readonly now: Now;
    readonly log: Log;
  },
): Market {
  const { bands, db, now, log } = tools;
  const known = new Map<AssetCode, Judged>();
  const underWay = new Map<AssetCode, Promise<Judged>>();

  /** Reports a verdict once: only the process whose judgement was stored does. */
  function tell(asset: AssetCode, before: PricePast, verdict: Verdict, reading: Reading): void {
    const fields = { asset, usd: textOf(reading), before: textOf(before.accepted.at(-1)) };
    if (verdict.kind === 'suspect') {
      if (verdict.news === 'first') log.warn('first price waits for a second reading', fields);
      else if (verdict.news) log.error('price outside its band', fields);
    } else if (verdict.kind === 'accepted') {
      if (verdict.news === 'confirmed') log.warn('price confirmed by a second reading', fields);
      else if (verdict.news === 'returned') log.info('price back in its band', fields);
      if (isFast(verdict.past, bands[asset]) && !isFast(before, bands[asset])) {
        log.warn('market is fast', fields);
      }
    }
  }

  async function judge(price: Price, reading: Reading): Promise<Judged> {
    const { asset, usd, vouched = false } = price;
    const band = bands[asset];
    const { verdict, before, changed } = await judgeStored(db, asset, band, (past) =>
      verdictOf(past, reading, vouched, band),
    );
    if (changed) tell(asset, before, verdict, reading);
    return {
      usd,
      at: reading.at,
      judgedAt: now(),
      vouched,
      kind: verdict.kind,
      isFirst: before.accepted.length === 0,
      fast: verdict.kind === 'accepted' && isFast(verdict.past, band),
    };
  }

  /** This process's judgement of the same reading. A doubted reading is judged again every time. */
  function knownOf({ asset, usd, vouched = false }: Price, { at }: Reading): Judged | undefined {
    const last = known.get(asset);
    if (last?.kind !== 'accepted') return undefined;
    if (vouched) {
      return last.vouched && now() - last.judgedAt < VOUCHED_KEPT_MS ? last : undefined;
    }
    return last.usd === usd && last.at === at ? last : undefined;
  }

  async function judged(price: Price): Promise<Judged | undefined> {
    const { asset, usd, vouched = false } = price;
    const units = parsePrice(usd);
    if (units === undefined) return undefined;
    const reading = { units, at: price.at.getTime() };
    const before = knownOf(price, reading);
    if (before) return before;
    // Many ask at once after an outage: each by itself would lose to the others again and again. They share
    // the answer, and the failure.
    for (let other = underWay.get(asset); other; other = underWay.get(asset)) {
      const theirs = await other;
      if (theirs.usd === usd && theirs.at === reading.at && theirs.vouched === vouched)
        return theirs;
      const since = knownOf(price, reading);
      if (since) return since;
    }
    const judging = judge(price, reading);
    underWay.set(asset, judging);
    try {
      const judgement = await judging;
      known.set(asset, judgement);
      return judgement;
    } finally {
      underWay.delete(asset);
    }
  }

  return {
    ...market,

    async price(asset) {
      const price = await market.price(asset);
      const verdict = price && (await judged(price));
      return price && verdict?.kind === 'accepted' ? { ...price, fast: verdict.fast } : undefined;
    },

    /** A doubted price is not shown as the price. The very first price is shown, but not traded by. */
    async tickers() {
      const tickers = await market.tickers();
      const believed = await Promise.all(
        [...tickers].map(async (entry) => {
          const verdict = await judged(entry[1]);
          return verdict?.kind === 'accepted' || verdict?.isFirst ? [entry] : [];
        }),
      );
      return new Map(believed.flat());
    },
  };
}
