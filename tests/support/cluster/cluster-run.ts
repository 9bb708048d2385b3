import type { ApiClient } from '#tests/support/api-client.ts';
import { type AccountHistory, whileBusy } from '#tests/support/history/while-busy.ts';
import type { Person } from '#tests/support/in-process.ts';
import { brokenInvariants } from '#tests/support/ledger-run.ts';
import {
  asTold,
  inBooks,
  newTally,
  oneWithdrawal,
  rich,
  type Tally,
  whileMoving,
} from '#tests/support/money-load.ts';
import { startSwarm } from '#tests/support/swarm.ts';
import { startPatroniCluster } from './patroni-cluster.ts';

/**
 * The primary's machine loses its power; its network; or its network to all but the clients first, which then see
 * whether it goes on alone.
 */
export type Fault = 'kill' | 'cut' | 'part';

type Moved = ReturnType<typeof asTold>;

/** What became of one fault. */
export interface Struck {
  readonly fault: Fault;
  /** The node that was the primary, and the one that is now. */
  readonly from: string;
  readonly to: string;
  /** Until every API process had acknowledged a write that began after the fault, in milliseconds. */
  readonly writesAgain: number;
  /** Until the old primary was one of two synchronous standbys, in milliseconds. */
  readonly wholeAgain: number;
  /** Of customers under load: what they were told, and what is in the books. */
  readonly told: readonly Moved[];
  readonly booked: readonly Moved[];
  /** Answers that they lost. */
  readonly lost: number;
  readonly histories: readonly AccountHistory[];
}

/** Two API processes on a cluster of three nodes that looks after itself. */
export interface ClusterStage {
  /** Under load, to the primary. Resolves when the cluster is whole again. */
  strike(fault: Fault, seed: number): Promise<Struck>;
  /** What is wrong with the books. */
  broken(): Promise<readonly string[]>;
  /** Of the API processes that were started in the beginning, those that are still alive. */
  alive(): number;
  stop(): Promise<void>;
}

const PROCESSES = 2;
const CUSTOMERS = 4;
/** Calls of each account before the fault, and after it is over. */
const CALLS = 6;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

type AnyApi = (index: number) => ApiClient;

/** Writes through each process by itself until each has acknowledged a write; what each was told. */
const untilWritten = (anyApi: AnyApi, people: readonly Person[]): Promise<readonly Tally[]> =>
  Promise.all(
    people.map(async (who, i) => {
      const tally = newTally();
      for (let attempt = 1; tally.withdrawn.length === 0; attempt++) {
        await oneWithdrawal(anyApi, anyApi(i), who, tally);
        if (tally.withdrawn.length === 0 && tally.lost < attempt) {
          throw new Error('a withdrawal was refused');
        }
      }
      return tally;
    }),
  );

export async function startClusterStage(log: string): Promise<ClusterStage> {
  const cluster = await startPatroniCluster(log);
  const drop = async () => undefined;
  const swarm = await startSwarm(
    PROCESSES,
    { url: cluster.direct, drop },
    { DATABASE_URL: cluster.pooled, DATABASE_LISTEN_URL: cluster.direct },
  ).catch(async (error: unknown) => {
    await cluster.stop();
    throw error;
  });
  for (const { pid } of swarm.servers) cluster.adopt(pid);
  const anyApi: AnyApi = (index) => swarm.apis[index % PROCESSES] as ApiClient;

  const strike = async (fault: Fault, seed: number): Promise<Struck> => {
    const [people, writers] = [
      await rich(swarm.deps, CUSTOMERS),
      await rich(swarm.deps, PROCESSES),
    ];
    const struck = await cluster.primary();
    let began = 0;
    const sinceFault = () => Math.round(performance.now() - began);
    let writesAgain = 0;
    let written: readonly Tally[] = [];
    let histories: readonly AccountHistory[] = [];
    const tallies = await whileMoving(anyApi, people, async () => {
      histories = await whileBusy(swarm, seed, async (all) => {
        await all(CALLS, 'answered');
        began = performance.now();
        if (fault === 'kill') await struck.kill();
        else if (fault === 'cut') await struck.cut();
        else await struck.cutFromOthers();
        const writing = untilWritten(anyApi, writers);
        if (fault === 'part') {
          // Clients are parted from it, too, once HAProxy has broken what leads there.
          await Promise.race([all(1, 'lost'), writing]);
          await struck.cut();
        }
        written = await writing;
        writesAgain = sinceFault();
        await all(CALLS, 'answered');
      });
      if (fault === 'kill') struck.start();
      else {
        await struck.steppedDown();
        await struck.heal();
      }
      await cluster.whole();
    });
    const wholeAgain = sinceFault();
    const all = [...tallies, ...written];
    return {
      fault,
      from: struck.name,
      to: (await cluster.primary()).name,
      writesAgain,
      wholeAgain,
      told: all.map(asTold),
      booked: await Promise.all([...people, ...writers].map((who) => inBooks(swarm.deps, who))),
      lost: all.reduce((sum, { lost }) => sum + lost, 0),
      histories,
    };
  };

  return {
    strike,
    broken: () => brokenInvariants(swarm.deps.db),
    alive: () => swarm.servers.filter(({ pid }) => isAlive(pid)).length,
    stop: async () => {
      for (const [i, server] of swarm.servers.entries()) {
        cluster.keepLog(`api-${i + 1}`, server.output());
      }
      await swarm.stop();
      await cluster.stop();
    },
  };
}
