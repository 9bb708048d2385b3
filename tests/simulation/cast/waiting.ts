import type { Simulation } from './simulation.ts';

const looker = { name: 'somebody', alive: true };

/** Between two transactions, nothing else happening meanwhile. */
export function whenFree(sim: Simulation, label: string, work: () => Promise<unknown>): void {
  const look = async (): Promise<void> => {
    if (sim.database.isFree) await work();
    else sim.world.schedule(looker, 50, label, look);
  };
  sim.world.schedule(looker, 50, label, look);
}

/** What somebody asks the books, as soon as nobody is in the middle of a transaction. */
export function lookWhenFree<Row>(
  sim: Simulation,
  query: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  return new Promise((resolve) => {
    whenFree(sim, 'looks into the books', async () =>
      resolve(await sim.database.look<Row>(query, values)),
    );
  });
}

/** Whether no page waits for an answer, which it would give up if much time passed now. */
const isQuiet = ({ devices }: Simulation): boolean => !devices.some(({ isWaiting }) => isWaiting);

const QUIET_LOOKS = 20;
const QUIET_EVERY_MS = 250;

/** Much time passes at once, in which nobody has a turn: nothing that waits comes further in it, and none is late for it. */
export function leapOver(sim: Simulation, ms: number): void {
  sim.world.now += ms;
  sim.passed += ms;
}

/** Time passes at once: as soon as no page waits for an answer, but for those that get none. */
export async function passes(sim: Simulation, ms: number): Promise<void> {
  for (let looks = 0; looks < QUIET_LOOKS && !isQuiet(sim); looks++) {
    await sim.world.later(looker, QUIET_EVERY_MS, 'waits for answers', () => undefined);
  }
  leapOver(sim, ms);
}

const LOOK_EVERY_MS = 700;
/**
 * Between two looks nothing happens for so long, where nobody waits: the loops of the servers are slow here. A price
 * that was just quoted is good for longer.
 */
const PASSES_MS = 8_000;

/**
 * Whether the books have something within a time, which passes faster meanwhile. What passes for another errand's sake
 * does not count: the servers' loops have not had their turns in it. At the end all things have their own time to
 * come to rest, and nothing here shortens it.
 */
export function hasCome(
  sim: Simulation,
  withinMs: number,
  query: string,
  values: readonly unknown[],
): Promise<boolean> {
  const { world, database } = sim;
  let waited = 0;
  return new Promise((resolve) => {
    const look = async (): Promise<void> => {
      if (database.isFree && (await database.look(query, values)).length > 0) return resolve(true);
      if (waited > withinMs) return resolve(false);
      const ms = isQuiet(sim) && !sim.resting ? PASSES_MS : 0;
      world.now += ms;
      waited += LOOK_EVERY_MS + ms;
      world.schedule(looker, LOOK_EVERY_MS, 'looks whether it came', look);
    };
    world.schedule(looker, LOOK_EVERY_MS, 'looks whether it came', look);
  });
}
