import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { tooMany } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { networksOf } from './network.ts';

export interface Limit {
  /** What is limited and for whom, e.g. `login-address:203.0.113.7`. Kept as a hash. */
  readonly key: string;
  readonly attempts: number;
  readonly windowSeconds: number;
}

export const limitKey = (key: string): string =>
  createHash('sha256').update(key).digest('base64url');

/**
 * Counts one more in the window that is open; how many there are by now, and seconds until it ends. It
 * stands on its own: an attempt counts even if what follows fails.
 */
export async function countUp(
  deps: Pick<Deps, 'db' | 'clock'>,
  key: string,
  windowSeconds: number,
): Promise<{ readonly count: number; readonly wait: number }> {
  const now = deps.clock.sql;
  const end = deps.clock.sqlIn(windowSeconds);
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into rate_limits as held (key, count, resets_at) values (${limitKey(key)}, 1, ${end})
    on conflict (key) do update set
      count = case when held.resets_at <= ${now} then 1 else held.count + 1 end,
      resets_at = case when held.resets_at <= ${now} then excluded.resets_at else held.resets_at end
    returning count, ceil(extract(epoch from resets_at - ${now}))::integer as wait`.execute(
    deps.db,
  );
  return rows[0] ?? { count: 0, wait: 0 };
}

/**
 * Counts an attempt and refuses one too many. One statement counts and decides, so that it is exact
 * however many arrive at once.
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

/** What one address or network may try of signing in, registering and codes together (HARD-38). */
export const limitAddress = (
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  ip: string,
): Promise<Refused | undefined> => limitNetworks(deps, ip, { what: 'address', times: 1 });

/** What one may ask of them before the rest of a call is looked at: so many times as above. */
const FLOOD = 20;

/**
 * Bounds what one address may have of every anonymous call, renewing tokens included, for each leaves
 * its nonce here. Whole offices behind one address never come near it.
 */
export const limitFlood = (
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  ip: string,
): Promise<Refused | undefined> => limitNetworks(deps, ip, { what: 'flood', times: FLOOD });
