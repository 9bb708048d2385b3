import type { PGlite } from '@electric-sql/pglite';
import { startEngine } from '#server/store/engine.ts';
import { SimulatedMarket } from '#tests/simulation/parties/market.ts';
import { MARKET_URL } from '#tests/simulation/parties/market-url.ts';
import { type ServerProgram, startProcess } from '#tests/simulation/server/process.ts';
import type { Load } from '#tests/simulation/world/bundle.ts';
import { Database } from '#tests/simulation/world/database.ts';
import { apart } from '#tests/simulation/world/host.ts';
import { START, World } from '#tests/simulation/world/world.ts';
import { people } from './people.ts';
import type { Founded } from './run.ts';
import type { Known } from './simulation.ts';

/** So long before the worlds begin their customers came. */
const BEFORE_MS = 60_000;

/** Lets a promise of the world's end, step by step. */
async function through<T>(world: World, work: Promise<T>): Promise<T> {
  let over = false;
  const done = work.finally(() => {
    over = true;
  });
  done.catch(() => undefined);
  await world.settle();
  while (!over && (await world.step()) !== undefined);
  return done;
}

async function newcomersIn(
  world: World,
  pglite: PGlite,
  load: Load<ServerProgram>,
): Promise<readonly Known[]> {
  const database = new Database(world, pglite);
  const market = new SimulatedMarket(world);
  const parties = { sandboxed: new Set<never>() };
  const founder = startProcess(
    {
      world,
      database,
      load,
      parties: () => parties,
      prices: (caller, url) => market.answer(caller, url.slice(MARKET_URL.length)),
    },
    'founder',
    { works: false },
  );
  const customers: Known[] = [];
  for (const newcomer of people) {
    const id = await through(world, founder.server.found(newcomer));
    customers.push({ ...newcomer, id });
  }
  await through(world, founder.server.foundOfficers());
  await through(world, founder.server.believe());
  return customers;
}

/** What all worlds begin with is made once: it would be the same in each, and cost a third of a short run. */
export async function foundOnce(
  image: Blob,
  load: Load<ServerProgram>,
  sql: string | undefined,
): Promise<Founded> {
  const pglite = await startEngine({ loadDataDir: image });
  if (sql) await pglite.exec(sql);
  const world = new World(0, START - BEFORE_MS);
  const customers = await apart(world, () => newcomersIn(world, pglite, load));
  const founded = await pglite.dumpDataDir('none');
  await pglite.close();
  return { customers, database: () => startEngine({ loadDataDir: founded }) };
}
