import { sql } from 'kysely';
import pg from 'pg';
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
import { type Swarm, startSwarm } from '#tests/support/swarm.ts';
import { startPatroniCluster } from './patroni-cluster.ts';

/**
 * `kill`: the primary's machine loses power. `cut`: it loses its network. `part`: it first loses its network to all
 * machines but the clients, which could see it go on alone, and then to the clients too.
 */
export type Fault = 'kill' | 'cut' | 'part';

type Moved = ReturnType<typeof asTold>;

/** The result of one fault. */
export interface Struck {
  readonly fault: Fault;
  /** The name of the old primary, and that of the new one. */
  readonly from: string;
  readonly to: string;
  /** The time from the fault until every API process had acknowledged a write that began after it, in milliseconds. */
  readonly writesAgain: number;
  /** The time from the fault until there were two synchronous standbys, with the old primary, in milliseconds. */
  readonly wholeAgain: number;
  /** What was acknowledged to each customer under load, and what the database has of each. */
  readonly told: readonly Moved[];
  readonly booked: readonly Moved[];
  /** The number of answers that these customers lost. */
  readonly lost: number;
  readonly histories: readonly AccountHistory[];
}

/** Two API processes on a cluster of three nodes, which fails over by itself. */
export interface ClusterStage {
  /** Causes a fault of the primary under load. Resolves when the cluster is whole again. */
  strike(fault: Fault, seed: number): Promise<Struck>;
  /** The violated invariants of the ledger. */
  broken(): Promise<readonly string[]>;
  /** The number of API processes that have been running since the beginning. */
  alive(): number;
  stop(): Promise<void>;
}

const PROCESSES = 2;
const CUSTOMERS = 4;
/** The number of answered calls of each account before the fault, and again after it. */
const CALLS = 6;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

type AnyApi = (index: number) => ApiClient;

/** Sends withdrawals to each process, each by a customer of its own, until each has acknowledged one. */
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

/**
 * Holds a customer's account on the present primary until the fault breaks the connection. `isWaitedFor` resolves once
 * an operation of the customer waits for the account there.
 */
async function holdAccount({ deps, databaseUrl }: Swarm, { id }: Person) {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  const { rows } = await client.query(
    'select pg_backend_pid() as pid from users where id = $1 for update',
    [id],
  );
  return {
    isWaitedFor: async (): Promise<void> => {
      for (;;) {
        // By another connection: within a transaction, PostgreSQL shows the activity of its first look again.
        const waiting = await sql`select 1 from pg_stat_activity
          where ${rows[0].pid} = any(pg_blocking_pids(pid))
            and query like 'insert into "operations"%'`.execute(deps.db);
        if (waiting.rows.length > 0) return;
        await new Promise((again) => setTimeout(again, 25));
      }
    },
    // Not waited for: the other end may be a machine without a network.
    leave: () => void client.end().catch(() => undefined),
  };
}

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
    const [people, writers, held] = [
      await rich(swarm.deps, CUSTOMERS),
      await rich(swarm.deps, PROCESSES),
      await rich(swarm.deps, 1),
    ];
    const struck = await cluster.primary();
    let began = 0;
    const sinceFault = () => Math.round(performance.now() - began);
    let writesAgain = 0;
    let written: readonly Tally[] = [];
    let caught: readonly Tally[] = [];
    let histories: readonly AccountHistory[] = [];
    const tallies = await whileMoving(anyApi, people, async () => {
      histories = await whileBusy(swarm, seed, async (all) => {
        await all(CALLS, 'answered');
        // A withdrawal that is under way at the moment of the fault, so that at least its answer is lost.
        const holder = await holdAccount(swarm, held[0] as Person);
        const underWay = untilWritten(anyApi, held);
        await Promise.race([holder.isWaitedFor(), underWay]);
        began = performance.now();
        if (fault === 'kill') await struck.kill();
        else if (fault === 'cut') await struck.cut();
        else await struck.cutFromOthers();
        const writing = untilWritten(anyApi, writers);
        if (fault === 'part') {
          // The clients are cut off too, once HAProxy has broken their connections to it or writes go on elsewhere.
          await Promise.race([all(1, 'lost'), writing]);
          await struck.cut();
        }
        written = await writing;
        writesAgain = sinceFault();
        await all(CALLS, 'answered');
        caught = await underWay;
        holder.leave();
      });
      if (fault === 'kill') struck.start();
      else {
        await struck.steppedDown();
        await struck.heal();
      }
      await cluster.whole();
    });
    const wholeAgain = sinceFault();
    const all = [...tallies, ...written, ...caught];
    return {
      fault,
      from: struck.name,
      to: (await cluster.primary()).name,
      writesAgain,
      wholeAgain,
      told: all.map(asTold),
      booked: await Promise.all(
        [...people, ...writers, ...held].map((who) => inBooks(swarm.deps, who)),
      ),
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
