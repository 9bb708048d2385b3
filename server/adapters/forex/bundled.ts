import type { QueryExecutorProvider } from 'kysely';
import { readMoved, shifted } from '#server/adapters/market/pins.ts';
import { perUsd } from './cross-rates.ts';
import { ecbReference } from './ecb-reference.ts';
import type { ForexRates } from './forex.ts';

/** The sandbox twin: the bundled reference rates of a stated day, which never grow old. */
export function bundledForex(): ForexRates {
  const rates = perUsd(ecbReference.perEur);
  if (!rates) throw new Error('the bundled reference rates have no USD');
  const answer = { base: 'USD', date: ecbReference.date, rates } as const;
  const latest = () => Promise.resolve(answer);
  return { latest, current: latest };
}

/** The same, moved as somebody at `/sandbox` wants it (EASE-21). */
export function shiftedForex(forex: ForexRates, db: QueryExecutorProvider): ForexRates {
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
  return { latest: () => move(forex.latest()), current: () => move(forex.current()) };
}
