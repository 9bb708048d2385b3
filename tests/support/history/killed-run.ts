import { person } from '#tests/support/in-process.ts';
import { randomOf } from '#tests/support/ledger-model.ts';
import { brokenInvariants } from '#tests/support/ledger-run.ts';
import { type Gate, startGate } from '#tests/support/postgres-gate.ts';
import { type Pair, startPair } from '#tests/support/postgres-pair.ts';
import { type Swarm, startSwarm } from '#tests/support/swarm.ts';
import { type AccountState, openingState } from './account-state.ts';
import type { Call } from './check-history.ts';
import { type Account, HistoryClient } from './client.ts';
import { Recorder } from './recorder.ts';

/** What the clients of one account were told in a round, and how the account began. */
export interface AccountHistory {
  readonly account: string;
  readonly start: AccountState;
  readonly calls: readonly Call[];
}

/** Two API processes on a primary with a synchronous standby, behind an address that can be cut. */
export interface Stage {
  /** Several clients of each account go on with their business while one thing after the other dies. */
  round(seed: number): Promise<readonly AccountHistory[]>;
  /** What is wrong with the books. */
  broken(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

const ACCOUNTS = 2;
const CLIENTS = 3;
/** Calls of each account between two faults. */
const CALLS = 6;

const GIVEN = { BTC: '0.02', USDC: '500' } as const;
const start = openingState([
  { asset: 'BTC', units: 2_000_000n },
  { asset: 'USDC', units: 500_000_000n },
]);

async function newAccount({ deps }: Swarm): Promise<Account> {
  const who = await person(deps, { balances: GIVEN });
  await deps.db
    .updateTable('users')
    .set({ kyc_status: 'approved' })
    .where('id', '=', who.id)
    .execute();
  return { who, recorder: new Recorder(), withdrawn: [] };
}

/** A machine that loses its power: nothing that it still says arrives. Then its standby takes over. */
async function failOver(gate: Gate, pair: Pair): Promise<void> {
  gate.shut();
  await pair.failOver();
  gate.open(pair.primary.url);
}

/** Each fault strikes while every account is in use, and the next one only after it is again. */
async function strike(
  { gate, pair, swarm }: { gate: Gate; pair: Pair; swarm: Swarm },
  recorders: readonly Recorder[],
  round: number,
): Promise<void> {
  const all = async (count: number, what: 'answered' | 'lost') => {
    await Promise.all(recorders.map((recorder) => recorder.more(count, what)));
  };
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
      const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => newAccount(swarm)));
      const clients = accounts.flatMap((account, at) =>
        Array.from(
          { length: CLIENTS },
          (_, i) =>
            new HistoryClient(`client ${i + 1}`, account, swarm.apis, randomOf(seed + 10 * at + i)),
        ),
      );
      const over = new AbortController();
      const work = Promise.all(clients.map((client) => client.busy(over.signal)));
      const struck = strike(
        { gate, pair, swarm },
        accounts.map(({ recorder }) => recorder),
        round,
      ).finally(() => over.abort());
      await Promise.all([work, struck]);
      for (const client of clients) {
        await client.wallet();
        await client.statement();
      }
      return accounts.map(({ who, recorder: { calls } }) => ({ account: who.id, start, calls }));
    },
    broken: () => brokenInvariants(swarm.deps.db),
    stop: async () => {
      await swarm.stop();
      await gate.close();
      await pair.stop();
    },
  };
}
