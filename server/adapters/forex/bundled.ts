import type { QueryExecutorProvider } from 'kysely';
import { cashes } from '#core/money/cash.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { RATE_SCALE } from '#core/money/price.ts';
import { hashText, mix, noise, ONE } from '#server/adapters/market/noise.ts';
import { readMoved, shifted } from '#server/adapters/market/pins.ts';
import { DAY, type Now } from '#server/adapters/party/clock.ts';
import { perUsd } from './cross-rates.ts';
import { ecbReference } from './ecb-reference.ts';
import type { ForexRates } from './forex.ts';
import { keepRates, readRatesOf } from './kept-rates.ts';

type PresentRates = Pick<ForexRates, 'latest' | 'current'>;

/** The sandbox twin: bundled reference rates of a fixed day, which never become stale: they were just made. */
export function bundledForex(now: Now): PresentRates {
  const rates = perUsd(ecbReference.perEur);
  if (!rates) throw new Error('the bundled reference rates have no USD');
  const answer = { base: 'USD', date: ecbReference.date, rates, vouched: true } as const;
  const latest = () => Promise.resolve({ ...answer, at: new Date(now()) });
  return { latest, current: latest };
}

const HISTORY_DAYS = 1095;
/** The simulated past ends in the present rates: the difference fades over these last days. */
const FADE_DAYS = 60;
/** The amplitude of the simulated swings per period, in millionths. */
const swings: readonly (readonly [period: number, amplitude: bigint])[] = [
  [150 * DAY, 25_000n],
  [40 * DAY, 10_000n],
  [6 * DAY, 3_000n],
];

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The simulated rate some days before the day on which the rate is `rate`. */
function simulatedRate(code: string, rate: string, at: number, daysAgo: number): string {
  const root = hashText(code);
  const fade = BigInt(Math.min(daysAgo, FADE_DAYS));
  let units = parseUnits(rate, RATE_SCALE) ?? 0n;
  swings.forEach(([period, amplitude], i) => {
    const swing = (noise(mix(root + i), at, period) * amplitude * fade) / 1_000_000n;
    units = (units * (ONE * BigInt(FADE_DAYS) + swing)) / (ONE * BigInt(FADE_DAYS));
  });
  return formatUnits(units, RATE_SCALE);
}

/**
 * Generates the sandbox's past rates when they are first asked for, ending in the present ones; from then on
 * they are stored like a real provider's.
 */
async function makePast(db: QueryExecutorProvider, now: number, present: PresentRates) {
  const rates = (await present.latest())?.rates ?? {};
  const today = Math.floor(now / DAY) * DAY;
  const known = new Set(
    (await readRatesOf(db, dayOf(today - HISTORY_DAYS * DAY), dayOf(today))).map(
      ({ date }) => date,
    ),
  );
  const isFirst = known.size < HISTORY_DAYS / 2;
  const days = Array.from({ length: HISTORY_DAYS }, (_, ago) => ago).filter(
    (ago) => !known.has(dayOf(today - ago * DAY)),
  );
  await keepRates(
    db,
    days.map((ago) => {
      const at = today - ago * DAY;
      const of = cashes.flatMap(({ code }) => {
        const rate = rates[code];
        return rate === undefined
          ? []
          : [[code, isFirst ? simulatedRate(code, rate, at, ago) : rate] as const];
      });
      return { date: dayOf(at), rates: Object.fromEntries(of) };
    }),
  );
}

/** The sandbox's rates with the shifts made at `/sandbox` (EASE-21), and with a past. */
export function shiftedForex(
  forex: PresentRates,
  { db, now }: { readonly db: QueryExecutorProvider; readonly now: Now },
): ForexRates {
  const move = async (asked: ReturnType<ForexRates['latest']>) => {
    const answer = await asked;
    const { shifts } = await readMoved(db);
    if (!answer || shifts.size === 0) return answer;
    const rates = Object.entries(answer.rates).map(([code, rate]) => [
      code,
      shifted(rate, shifts.get(code)),
    ]);
    return { ...answer, rates: Object.fromEntries(rates) };
  };
  /** The last day for which past rates have been generated. */
  let madeUntil = '';
  return {
    latest: () => move(forex.latest()),
    current: () => move(forex.current()),
    async past(from, until) {
      const today = dayOf(now());
      if (madeUntil < today) await makePast(db, now(), forex);
      madeUntil = today;
      return readRatesOf(db, from, until);
    },
  };
}
