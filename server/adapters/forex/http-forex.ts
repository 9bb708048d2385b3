import type { QueryExecutorProvider } from 'kysely';
import type { Forex } from '#core/contract/market/forex.ts';
import { fiatCodes } from '#core/money/currencies.ts';
import { RATE_SCALE } from '#core/money/price.ts';
import { DAY, HOUR, MINUTE, type Now } from '#server/adapters/party/clock.ts';
import {
  member,
  parseExactJson,
  plainDecimal,
  textMember,
} from '#server/adapters/party/exact-json.ts';
import { meant, nobodyKnows } from '#server/adapters/party/party-facts.ts';
import { partyLine } from '#server/adapters/party/party-line.ts';
import { sharedLoad } from '#server/adapters/party/shared-load.ts';
import type { ForexRates, MadeRates } from './forex.ts';
import { readRatesOf } from './kept-rates.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** How often the service is asked: a rate is traded at the usual spread for minutes only. */
const FRESH_MS = 5 * MINUTE;
/** Nothing is priced by rates received longer ago than this: the service has been silent since. */
const OLDEST_HEARD = 6 * HOUR;
/** Nor by rates of an older date. Rates of the Thursday before Easter are in use until the Tuesday after. */
const OLDEST_DAYS = 5;
/** A quote is valid for ten seconds, so a trade does not wait longer for newer rates. */
const PATIENCE_TO_TRADE = 2_000;

/** Rates as they were read. `at`: when they were made, by the service's own word, in milliseconds. */
interface ReadRates extends Forex {
  readonly at: number;
}

/**
 * Reads `{ date, base: 'USD', rates: { EUR: 0.96, … } }`, the shape Frankfurter made common, with the moment
 * that other services add as `timestamp`, in seconds. A date alone says that they were made some time that
 * day: the earliest moment counts.
 */
export function readRates(text: string): ReadRates | undefined {
  const answer = parseExactJson(text);
  const stamp = plainDecimal(member(answer, 'timestamp'), 0);
  const made = stamp === undefined ? undefined : new Date(Number(stamp) * 1000);
  const isMoment = made !== undefined && Number.isFinite(made.getTime());
  const date =
    textMember(answer, 'date') ?? (isMoment ? made.toISOString().slice(0, 10) : undefined);
  const rates = member(answer, 'rates');
  if (textMember(answer, 'base') !== 'USD' || date === undefined || !DATE.test(date)) {
    return undefined;
  }
  const at = isMoment ? made.getTime() : Date.parse(date);
  if (!Number.isFinite(at)) return undefined;
  const known = fiatCodes.flatMap((code) => {
    const rate = code === 'USD' ? '1' : plainDecimal(member(rates, code), RATE_SCALE);
    return rate === undefined || rate === '0' || rate.startsWith('-') ? [] : [[code, rate]];
  });
  // The two market currencies are required: without them no values can be shown.
  const result: Readonly<Record<string, string>> = Object.fromEntries(known);
  return result.EUR && result.AUD ? { base: 'USD', date, at, rates: result } : undefined;
}

interface Heard {
  readonly rates: ReadRates;
  readonly at: number;
}

/** Nobody can have made a rate after it was heard: its service's clock, or its zone, is ahead of ours. */
const madeOf = ({ rates: { base, date, rates, at }, at: heardAt }: Heard): MadeRates => ({
  base,
  date,
  rates,
  at: new Date(Math.min(at, heardAt)),
});

/** The real provider: a service over HTTPS, called at most once in five minutes. */
export function httpForex(settings: {
  readonly url: string;
  readonly db: QueryExecutorProvider;
  readonly now: Now;
}): ForexRates {
  const { url, db, now } = settings;
  const line = partyLine('forex', { now });
  const heard = sharedLoad<Heard>({
    load: async () => {
      // The last rates stay, whatever it answers instead of rates; how long they count is said below.
      const rates = meant(await line.ask(url, {}, readRates), nobodyKnows);
      return rates && { rates, at: now() };
    },
    freshMs: FRESH_MS,
    retryMs: MINUTE,
    now,
  });
  /** Days between the date of the rates and today, both in UTC. */
  const daysSince = (date: string): number => Math.floor(now() / DAY) - Date.parse(date) / DAY;
  const isGood = ({ at, rates }: Heard): boolean =>
    now() - at <= OLDEST_HEARD && daysSince(rates.date) <= OLDEST_DAYS && rates.at - at <= DAY;
  return {
    latest: async () => {
      const last = await heard();
      return last && madeOf(last);
    },
    current: async () => {
      const last = await heard(PATIENCE_TO_TRADE);
      return last && isGood(last) ? madeOf(last) : undefined;
    },
    past: (from, until) => readRatesOf(db, from, until),
  };
}
