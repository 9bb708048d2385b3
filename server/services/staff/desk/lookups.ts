import type { Deps } from '#server/deps.ts';
import { limit } from '#server/platform/rate-limit.ts';
import type { Refused } from '#server/refusal/refused.ts';

/**
 * How often an officer may look for a person whom no open case names: living customers and closed accounts count
 * together (READ-08). A stolen officer's account must not read everybody.
 */
const LOOKUPS = { attempts: 30, windowSeconds: 3600 };

export const limitLookups = (
  deps: Pick<Deps, 'db' | 'clock'>,
  officer: string,
): Promise<Refused | undefined> => limit(deps, { key: `lookups:${officer}`, ...LOOKUPS });
