import { brokenInvariants } from '#tests/support/ledger-run.ts';
import { type Gate, startGate } from '#tests/support/postgres-gate.ts';
import { type Pair, startPair } from '#tests/support/postgres-pair.ts';
import { type Swarm, startSwarm } from '#tests/support/swarm.ts';
import { type AccountHistory, type AllAccounts, whileBusy } from './while-busy.ts';

/** Two API processes, and a PostgreSQL primary with a synchronous standby behind a proxy that can cut it off. */
export interface Stage {
  /** Lets several clients use each account while one part after the other is killed. */
  round(seed: number): Promise<readonly AccountHistory[]>;
  /** The violated invariants of the ledger. */
  broken(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** The number of answered calls of each account between two faults. */
const CALLS = 6;

/** The primary's machine loses power: nothing that it sends arrives any more. Then its standby takes over. */
async function failOver(gate: Gate, pair: Pair): Promise<void> {
  gate.shut();
  await pair.failOver();
  gate.open(pair.primary.url);
}

/** Causes each fault while every account is in use, and the next one only when all accounts are in use again. */
async function strike(
  { gate, pair, swarm }: { gate: Gate; pair: Pair; swarm: Swarm },
  all: AllAccounts,
  round: number,
): Promise<void> {
  const faults = [
    () => swarm.kill(round % 2),
    async () => {
      gate.loseCommits();
      await all(1, 'lost');
      gate.keepCommits();
    },
    async () => {
      gate.shut();
      gate.open(pair.primary.url);
    },
    () => failOver(gate, pair),
  ];
  for (const fault of faults) {
    await all(CALLS, 'answered');
    await fault();
  }
  await all(CALLS, 'answered');
}

export async function startStage(): Promise<Stage> {
  const [pair, gate] = await Promise.all([startPair(), startGate()]);
  gate.open(pair.primary.url);
  const url = gate.urlOf(pair.primary.url);
  const swarm = await startSwarm(2, { url, drop: async () => undefined });
  let rounds = 0;
  return {
    round: async (seed) => {
      const round = rounds++;
      if (round > 0) await pair.addStandby();
      return whileBusy(swarm, seed, (all) => strike({ gate, pair, swarm }, all, round));
    },
    broken: () => brokenInvariants(swarm.deps.db),
    stop: async () => {
      await swarm.stop();
      await gate.close();
      await pair.stop();
    },
  };
}
