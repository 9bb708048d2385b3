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

const LOOK_EVERY_MS = 2_500;
/** Between two looks nothing happens for so long: the loops of the servers are slow here. */
const PASSES_MS = 7_500;

/** Whether the books have something within a time, which passes faster meanwhile. */
export function hasCome(
  sim: Simulation,
  withinMs: number,
  query: string,
  values: readonly unknown[],
): Promise<boolean> {
  const { world, database } = sim;
  const until = world.now + withinMs;
  return new Promise((resolve) => {
    const look = async (): Promise<void> => {
      if (database.isFree && (await database.look(query, values)).length > 0) resolve(true);
      else if (world.now > until) resolve(false);
      else {
        world.now += PASSES_MS;
        world.schedule(looker, LOOK_EVERY_MS, 'looks whether it came', look);
      }
    };
    world.schedule(looker, LOOK_EVERY_MS, 'looks whether it came', look);
  });
}
