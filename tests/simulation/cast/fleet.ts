import { type ServerProcess, startProcess } from '#tests/simulation/server/process.ts';
import type { Simulation } from './simulation.ts';

export const running = (sim: Simulation): readonly ServerProcess[] =>
  sim.network.processes.filter(({ actor }) => actor.alive);

export function begin(sim: Simulation): ServerProcess {
  const process = startProcess(sim.fleet, sim.fresh('server'));
  sim.network.processes = [...running(sim), process];
  return process;
}
