import type { QueryExecutorProvider } from 'kysely';
import { formatUnits, mulDivNearest, parseUnits, pow10 } from '#core/money/decimal.ts';
import { PRICE_SCALE, RATE_SCALE } from '#core/money/price.ts';
import {
  acceptReading,
  isFast,
  judgeReading,
  type PriceBand,
  type PricePast,
  type Reading,
  type Verdict,
} from '#server/adapters/market/price-band.ts';
import { judgeStored } from '#server/adapters/market/price-past.ts';
import { DAY } from '#server/adapters/party/clock.ts';
import type { Log } from '#server/base/log.ts';
import { perUsd } from './cross-rates.ts';
import { ecbReference } from './ecb-reference.ts';
import type { ForexRates, MadeRates } from './forex.ts';
import { readRatesOf } from './kept-rates.ts';
import { type RateCode, rateCodes } from './rate-band.ts';

/** How far two sources of the same rate may be apart. */
const APART_BPS = 100;
/** For so long a day's kept rate says what the next one can be. */
const KEPT_DAYS = 7;
/** How far the first rate of all may be from the reference that comes with the product. */
const FIRST_BPS = 3000;

const reference = perUsd(ecbReference.perEur) ?? {};

/** A rate per USD as the price of the currency in 1e-8 USD, by which it is judged like any price. */
const priceOf = (rate: string | undefined): bigint | undefined => {
  const units = parseUnits(rate ?? '', RATE_SCALE);
  return units ? mulDivNearest(pow10(RATE_SCALE), pow10(PRICE_SCALE), units) : undefined;
};

const isWithin = (one: bigint, other: bigint, bps: number): boolean =>
  (one > other ? one - other : other - one) * 10_000n <= other * BigInt(bps);

interface Judged {
  readonly rate: string;
  readonly at: number;
  readonly isBelieved: boolean;
  readonly fast: boolean;
}

/**
 * Exchange rates that are checked as prices are (HARD-49): against their own past, which all processes share,
 * and against a second source. Whoever asks for rates gets only those that are believed; a doubted currency
 * has none.
 */
export function guardedForex(
  forex: ForexRates,
  tools: {
    readonly bands: Readonly<Record<RateCode, PriceBand>>;
    /** Another provider of the same rates. */
    readonly second: ForexRates | undefined;
    readonly db: QueryExecutorProvider;
    readonly log: Log;
  },
): ForexRates {
  const { bands, second, db, log } = tools;
  const known = new Map<RateCode, Judged>();

  /** The rate of the last days, if one was kept: what a server that knows nothing begins with. */
  async function keptBefore(code: RateCode, { at }: Reading): Promise<Reading | undefined> {
    const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
    const kept = await readRatesOf(db, dayOf(at - KEPT_DAYS * DAY), dayOf(at));
    const last = kept.findLast(({ rates }) => Object.hasOwn(rates, code));
    const units = priceOf(last?.rates[code]);
    return last && units ? { units, at: Math.min(Date.parse(last.date), at) } : undefined;
  }

  /** Without any past, what is near the reference that comes with the product is believed. */
  function judgeFirst(code: RateCode, reading: Reading, kept: Reading | undefined): Verdict {
    const nothing: PricePast = { accepted: [], suspect: undefined };
    if (kept) return judgeReading({ ...nothing, accepted: [kept] }, reading, bands[code]);
    const usual = priceOf(reference[code]);
    return usual && isWithin(reading.units, usual, FIRST_BPS)
      ? { kind: 'accepted', past: acceptReading(nothing, reading) }
      : judgeReading(nothing, reading, bands[code]);
  }

  /** A reading that another source contradicts is doubted, unless an operator has confirmed just this one. */
  function contradicted(past: PricePast, verdict: Verdict, reading: Reading, other: bigint) {
    const last = past.accepted.at(-1);
    const isConfirmed = last?.units === reading.units && last.at === reading.at && !past.suspect;
    if (verdict.kind !== 'accepted' || isConfirmed) return verdict;
    if (isWithin(reading.units, other, APART_BPS)) return verdict;
    const isNews = past.suspect === undefined;
    return {
      kind: 'suspect',
      past: { ...past, suspect: reading },
      ...(isNews && { news: 'left' }),
    } satisfies Verdict;
  }

  function tell(code: RateCode, before: PricePast, verdict: Verdict, reading: Reading): void {
    const textOf = (one: Reading | undefined) => one && formatUnits(one.units, PRICE_SCALE);
    const fields = { currency: code, usd: textOf(reading), before: textOf(before.accepted.at(-1)) };
    if (verdict.kind === 'suspect') {
      if (verdict.news === 'first') {
        log.error('first exchange rate is far from the usual one', fields);
      } else if (verdict.news) log.error('exchange rate outside its band', fields);
    } else if (verdict.kind === 'accepted') {
      if (verdict.news === 'confirmed') {
        log.warn('exchange rate confirmed by a second reading', fields);
      } else if (verdict.news === 'returned') log.info('exchange rate back in its band', fields);
    }
  }

  async function judged(
    code: RateCode,
    rate: string,
    { at }: MadeRates,
    other: string | undefined,
  ): Promise<Judged | undefined> {
    const last = known.get(code);
    if (last?.isBelieved && last.rate === rate && last.at === at.getTime()) return last;
    const units = priceOf(rate);
    if (!units) return undefined;
    const reading = { units, at: at.getTime() };
    const kept = await keptBefore(code, reading);
    const otherPrice = priceOf(other);
    const { verdict, before, changed } = await judgeStored(db, code, bands[code], (past) => {
      const isFirst = past.accepted.length === 0 && !past.suspect;
      const found = isFirst
        ? judgeFirst(code, reading, kept)
        : judgeReading(past, reading, bands[code]);
      return otherPrice ? contradicted(past, found, reading, otherPrice) : found;
    });
    if (changed) tell(code, before, verdict, reading);
    const isBelieved = verdict.kind === 'accepted';
    const fast = isBelieved && isFast(verdict.past, bands[code]);
    const judgement = { rate, at: reading.at, isBelieved, fast };
    known.set(code, judgement);
    return judgement;
  }

  /** What is believed of these rates. */
  async function believed(rates: MadeRates | undefined): Promise<MadeRates | undefined> {
    if (!rates || rates.vouched) return rates;
    const others = (await second?.current())?.rates ?? {};
    const found: [RateCode, Judged][] = [];
    // One after the other: each may have to be judged again because another process was faster.
    for (const code of rateCodes) {
      const rate = rates.rates[code];
      const judgement =
        rate === undefined ? undefined : await judged(code, rate, rates, others[code]);
      if (judgement?.isBelieved) found.push([code, judgement]);
    }
    return {
      ...rates,
      rates: {
        USD: '1',
        ...Object.fromEntries(found.map(([code, { rate }]) => [code, rate])),
      },
      fast: found.filter(([, { fast }]) => fast).map(([code]) => code),
    };
  }

  return {
    latest: async () => believed(await forex.latest()),
    current: async () => believed(await forex.current()),
    past: forex.past,
  };
}
