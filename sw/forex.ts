import { is } from 'valibot';
import { forex } from '#core/contract/market/forex.ts';
import { FOREX_AGE_HEADER, FOREX_FRESH_MS, FOREX_STALE_MS } from '#core/money/exchange-rates.ts';
import { type KeptRates, keepRates, readRates } from '#platform/worker/rates-record.ts';

const PATIENCE_MS = 4_000;
/** A clock set back by less than this was only corrected. */
const CORRECTION_MS = 60_000;

/** Milliseconds since the rates were fetched; infinite if that time lies well in the future. */
export function ageOf(fetchedAt: number, now: number): number {
  const age = now - fetchedAt;
  return age < -CORRECTION_MS ? Number.POSITIVE_INFINITY : Math.max(0, age);
}

const answerWith = (kept: KeptRates, ageMs: number): Response =>
  new Response(kept.body, {
    headers: {
      'content-type': 'application/json',
      [FOREX_AGE_HEADER]: String(Math.floor(ageMs / 1_000)),
    },
  });

/** Whether a text contains rates and is not, say, a captive portal's page. */
function isRates(body: string): boolean {
  try {
    return is(forex, JSON.parse(body));
  } catch {
    return false;
  }
}

/** The server's answer; undefined if none came in time or it does not contain rates. */
async function ask(request: Request): Promise<Response | undefined> {
  try {
    const response = await fetch(request.url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.status !== 200) return response;
    const body = await response.text();
    if (!isRates(body)) return undefined;
    await keepRates({ body, fetchedAt: Date.now() });
    return new Response(body, response);
  } catch {
    return undefined;
  }
}

async function answer(request: Request): Promise<Response> {
  const kept = await readRates();
  const age = kept ? ageOf(kept.fetchedAt, Date.now()) : Number.POSITIVE_INFINITY;
  if (kept && age < FOREX_FRESH_MS) return answerWith(kept, age);
  const response = await ask(request);
  if (response?.status === 200) return response;
  // Offline, a device whose clock was set back still shows its rates, with the age by their own time.
  const ahead = kept ? kept.fetchedAt - Date.now() : 0;
  if (kept && (age <= FOREX_STALE_MS || ahead > 0)) return answerWith(kept, Math.min(age, -ahead));
  return response ?? Response.error();
}

let running: Promise<Response> | undefined;

/**
 * Kept rates that are still fresh, else the server's, else stale ones, with the age of kept rates
 * in a header: fresh for an hour, stale for a day (PWA-03). Tabs that ask together share one
 * request.
 */
export async function answerForex(request: Request): Promise<Response> {
  running ??= answer(request).finally(() => {
    running = undefined;
  });
  return (await running).clone();
}
