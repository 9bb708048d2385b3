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
