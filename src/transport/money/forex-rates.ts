import { safeParse } from 'valibot';
import { proxy } from 'valtio/vanilla';
import { forex, forexPath } from '#core/contract/market/forex.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { FOREX_AGE_HEADER, FOREX_FRESH_MS, FOREX_STALE_MS } from '#core/money/exchange-rates.ts';
import { convertUsd, PRICE_SCALE } from '#core/money/price.ts';
import { parseJson, visitStorage } from '#platform/kept/storage.ts';
import { deadline } from '#platform/time/deadline.ts';
import { keepRates } from '#platform/worker/rates-record.ts';
import { workerServes } from '#platform/worker/worker-serves.ts';
import { http } from '#transport/calls/http.ts';

/** The rates the page computes with: units of each currency per USD, as decimal strings. */
export interface RatesState {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  rates: Record<string, string>;
  /** When the rates were fetched from the service, milliseconds since the epoch. */
  fetchedAt: number;
  /** Older than an hour: shown with its age, used for display only (PWA-03). */
  stale: boolean;
}

const KEY = 'forexRates';
const idle = (): RatesState => ({ status: 'idle', rates: {}, fetchedAt: 0, stale: false });

export const rates: RatesState = proxy(idle());

interface Copy {
  readonly rates: Record<string, string>;
  /** When they were fetched. */
  readonly timestamp: number;
}

/** The copy of this visit: {rates, timestamp, base} (D12). */
function readCopy(): Copy | undefined {
  const copy = parseJson(visitStorage.get(KEY));
  if (typeof copy !== 'object' || copy === null || !('timestamp' in copy)) return undefined;
  const parsed = safeParse(forex, { date: '', ...copy });
  return parsed.success && typeof copy.timestamp === 'number'
    ? { rates: parsed.output.rates, timestamp: copy.timestamp }
    : undefined;
}

function take({ rates: found, timestamp: fetchedAt }: Copy): void {
  const age = Date.now() - fetchedAt;
  // Rates from the future have an unknown age: the device's clock was set.
  const stale = age > FOREX_FRESH_MS || age < -FOREX_FRESH_MS;
  Object.assign(rates, { status: 'ready', rates: found, fetchedAt, stale });
}

/**
 * A visible page refreshes its rates sooner: older ones are shown with their age while new ones
 * load.
 */
const SLEPT_MS = 2 * FOREX_FRESH_MS;

/** The wallet waits this long for the rates before it uses older ones. */
const RATES_MS = 15_000;

async function fetchRates(): Promise<boolean> {
  try {
    const answer = await http.raw<string>(`${forexPath}?base=USD`, {
      signal: deadline(RATES_MS),
    });
    const parsed = safeParse(forex, parseJson(answer._data));
    if (!answer.ok || !parsed.success) return false;
    const ageMs = Number(answer.headers.get(FOREX_AGE_HEADER) ?? 0) * 1_000;
    const timestamp = Date.now() - ageMs;
    const copy = { rates: parsed.output.rates, timestamp, base: 'USD' };
    visitStorage.set(KEY, JSON.stringify(copy));
    if (!workerServes()) {
      void keepRates({ body: JSON.stringify(parsed.output), fetchedAt: timestamp });
    }
    take(copy);
    return true;
  } catch {
    return false;
  }
}

let loading: Promise<void> | undefined;

async function load(): Promise<void> {
  // If the browser stores nothing, this page's own rates are used.
  const copy = readCopy() ?? { rates: rates.rates, timestamp: rates.fetchedAt };
  const age = Date.now() - copy.timestamp;
  // A copy from the future is a device clock that was set; it is not trusted.
  if (age >= 0 && age < FOREX_FRESH_MS) return take(copy);
  const usable = Math.abs(age) < FOREX_STALE_MS;
  if (!usable || rates.status !== 'ready') rates.status = 'loading';
  else if (age > SLEPT_MS) take(copy);
  if (await fetchRates()) return;
  if (usable) take(copy);
  else rates.status = 'failed';
}

/** Loads the rates unless they are fresh; calls at the same time share one request. */
export function loadForex(): Promise<void> {
  loading ??= load().finally(() => {
    loading = undefined;
  });
  return loading;
}

/** A USD decimal in another currency with eight decimals, or undefined where no rate is known. */
export function convertFromUsd(
  usd: string | undefined,
  currency: string,
  known: Readonly<Record<string, string>> = rates.rates,
): string | undefined {
  if (currency === 'USD' || usd === undefined) return usd;
  const rate = known[currency];
  const units = rate === undefined ? undefined : convertUsd(usd, rate);
  return units === undefined ? undefined : formatUnits(units, PRICE_SCALE);
}
