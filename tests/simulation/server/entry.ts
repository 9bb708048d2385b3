import { randomBytes } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import { assetCodes } from '#core/domain/currencies.ts';
import { guardedMarket } from '#server/adapters/market/guarded.ts';
import { createParties, type Parties } from '#server/adapters/parties.ts';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { jsonLog } from '#server/log.ts';
import { startLoops } from '#server/loops.ts';
import { conditions } from '#server/platform/conditions.ts';
import { embeddedStore } from '#server/store/open.ts';
import { found, type Newcomer } from './founding.ts';

/** What a process of the simulated server gets from its world. */
export interface Surroundings {
  readonly pglite: PGlite;
  /** Those of the parties that the world plays itself. */
  readonly parties: Partial<Parties>;
  /** Takes each line of the log. */
  readonly write: (line: string) => void;
}

/** The server as `server/main.ts` starts it, on what the world gives it. */
export function start({ pglite, parties, write }: Surroundings) {
  const read = readConfig({ SEED: 'none', LIMIT_PER_ADDRESS: '1000000' });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { config } = read;
  const { db } = embeddedStore(pglite);
  const clock = systemClock();
  const log = jsonLog(write);
  const tools = { db, now: clock.now, log };
  const sandbox = createParties(config.parties, tools);
  const bands = config.parties.priceBands;
  const market = parties.market && guardedMarket(parties.market, { bands, ...tools });
  const deps: Deps = {
    config,
    db,
    clock,
    random: (bytes) => randomBytes(bytes),
    log,
    parties: { ...sandbox, ...parties, ...(market && { market }) },
  };
  const app = createApp(deps, { dist: '/nowhere' });
  return {
    fetch: async (request: Request): Promise<Response> => app.fetch(request),
    found: (newcomer: Newcomer) => found(deps, newcomer),
    /** The database of a server that was open yesterday knows prices, so the world does not begin with a shut market. */
    believe: async (): Promise<void> => {
      const { market: theirs } = parties;
      if (!theirs) return;
      const price: typeof theirs.price = async (asset) => {
        const read = await theirs.price(asset);
        return read && { ...read, vouched: true };
      };
      const vouched = guardedMarket({ ...theirs, price }, { bands, ...tools });
      for (const asset of assetCodes) await vouched.price(asset);
    },
    /** Begins what the server does by itself. Returns how to stop, which waits for work under way. */
    work: (): (() => Promise<void>) => startLoops(deps, conditions(deps.log)),
  };
}
