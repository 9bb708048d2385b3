import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { tooMany } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { networksOf } from './network.ts';

export interface Limit {
  /** What is limited and for whom, e.g. `login-address:203.0.113.7`. Stored as a hash. */
  readonly key: string;
  readonly attempts: number;
  readonly windowSeconds: number;
}

export const limitKey = (key: string): string =>
  createHash('sha256').update(key).digest('base64url');

/**
 * Counts an attempt in the current window, or several; fewer than none takes back what was counted. Returns the number
 * so far and the seconds until the window ends. It has a transaction of its own, so that an attempt counts even if what follows fails.
 */
export async function countUp(
  deps: Pick<Deps, 'db' | 'clock'>,
  key: string,
  windowSeconds: number,
  by = 1,
): Promise<{ readonly count: number; readonly wait: number }> {
  const now = deps.clock.sql;
  const end = deps.clock.sqlIn(windowSeconds);
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into rate_limits as held (key, count, resets_at) values (${limitKey(key)}, ${Math.max(0, by)}, ${end})
    on conflict (key) do update set
      count = case when held.resets_at <= ${now} then excluded.count
        else greatest(0, held.count + ${by}::integer) end,
      resets_at = case when held.resets_at <= ${now} then excluded.resets_at else held.resets_at end
    returning count, ceil(extract(epoch from resets_at - ${now}))::integer as wait`.execute(
    deps.db,
  );
  return rows[0] ?? { count: 0, wait: 0 };
}

/**
 * Counts an attempt and refuses one over the limit, in a single statement, so that concurrent attempts are
 * counted exactly.
 */
export async function limit(
  deps: Pick<Deps, 'db' | 'clock'>,
  { key, attempts, windowSeconds }: Limit,
): Promise<Refused | undefined> {
  const { count, wait } = await countUp(deps, key, windowSeconds);
  return count > attempts ? tooMany(Math.max(1, wait)) : undefined;
}

/**
 * Counts an attempt for each network that the address is in, from the narrowest. An attempt that the
 * narrow network is refused does not count for the wider ones, so that nobody uses up the attempts of
 * their neighbours.
 */
async function limitNetworks(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  ip: string,
  { what, times }: { readonly what: string; readonly times: number },
): Promise<Refused | undefined> {
  for (const { name, share } of networksOf(ip)) {
    const refused = await limit(deps, {
      key: `${what}:${name}`,
      attempts: deps.config.limitPerAddress * times * share,
      windowSeconds: 300,
    });
    if (refused) return refused;
  }
  return undefined;
}

/** The limit of an address or network for signing in, registering and codes together (HARD-38). */
export const limitAddress = (
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  ip: string,
): Promise<Refused | undefined> => limitNetworks(deps, ip, { what: 'address', times: 1 });

/** The multiple of that limit that is checked before anything else of a call. */
const FLOOD = 20;

/**
 * Limits all anonymous calls of an address, token renewals included, because each stores its nonce. A whole
 * office behind one address stays far below it.
 */
export const limitFlood = (
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  ip: string,
): Promise<Refused | undefined> => limitNetworks(deps, ip, { what: 'flood', times: FLOOD });
