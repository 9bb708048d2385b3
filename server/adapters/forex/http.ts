import type { QueryExecutorProvider } from 'kysely';
import type { Forex } from '#core/contract/forex.ts';
import { fiatCodes } from '#core/domain/currencies.ts';
import { RATE_SCALE } from '#core/domain/price.ts';
import { DAY, HOUR, MINUTE, type Now } from '#server/adapters/clock.ts';
import { member, parseExactJson, plainDecimal, textMember } from '#server/adapters/exact-json.ts';
import { fetchText } from '#server/adapters/fetch-text.ts';
import { sharedLoad } from '#server/adapters/shared-load.ts';
import type { ForexRates } from './forex.ts';
import { readRatesOf } from './kept-rates.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Nothing is priced by rates received longer ago than this: the service has been silent since. */
const OLDEST_HEARD = 6 * HOUR;
/** Nor by rates of an older date. Rates of the Thursday before Easter are in use until the Tuesday after. */
const OLDEST_DAYS = 5;
/** A quote is valid for ten seconds, so a trade does not wait longer for newer rates. */
const PATIENCE_TO_TRADE = 2_000;

/** Reads `{ date, base: 'USD', rates: { EUR: 0.96, … } }`, the shape Frankfurter made common. */
export function readRates(text: string): Forex | undefined {
  const answer = parseExactJson(text);
  const date = textMember(answer, 'date');
  const rates = member(answer, 'rates');
  if (textMember(answer, 'base') !== 'USD' || date === undefined || !DATE.test(date)) {
    return undefined;
  }
  const known = fiatCodes.flatMap((code) => {
    const rate = code === 'USD' ? '1' : plainDecimal(member(rates, code), RATE_SCALE);
    return rate === undefined || rate === '0' || rate.startsWith('-') ? [] : [[code, rate]];
  });
  // The two market currencies are required: without them no values can be shown.
  const result: Readonly<Record<string, string>> = Object.fromEntries(known);
  return result.EUR && result.AUD ? { base: 'USD', date, rates: result } : undefined;
}

interface Heard {
  readonly rates: Forex;
  readonly at: number;
}

/** The real provider: a service over HTTPS, called at most once an hour. */
export function httpForex(settings: {
  readonly url: string;
  readonly db: QueryExecutorProvider;
  readonly now: Now;
}): ForexRates {
  const { url, db, now } = settings;
  const heard = sharedLoad<Heard>({
    load: async () => {
      const text = await fetchText(url);
      const rates = text === undefined ? undefined : readRates(text);
      return rates && { rates, at: now() };
    },
    freshMs: HOUR,
    retryMs: MINUTE,
    now,
  });
  /** Days between the date of the rates and today, both in UTC. */
  const daysSince = (date: string): number => Math.floor(now() / DAY) - Date.parse(date) / DAY;
  return {
    latest: async () => (await heard())?.rates,
    current: async () => {
      const last = await heard(PATIENCE_TO_TRADE);
      const good =
        last && now() - last.at <= OLDEST_HEARD && daysSince(last.rates.date) <= OLDEST_DAYS;
      return good ? last.rates : undefined;
    },
    past: (from, until) => readRatesOf(db, from, until),
  };
}
