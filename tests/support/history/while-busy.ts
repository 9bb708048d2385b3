import { person } from '#tests/support/in-process.ts';
import { randomOf } from '#tests/support/ledger-model.ts';
import type { Swarm } from '#tests/support/swarm.ts';
import { type AccountState, openingState } from './account-state.ts';
import type { Call } from './check-history.ts';
import { type Account, HistoryClient } from './client.ts';
import { Recorder } from './recorder.ts';

/** The calls of one account's clients in a round, and the account's state before them. */
export interface AccountHistory {
  readonly account: string;
  readonly start: AccountState;
  readonly calls: readonly Call[];
}

/** Resolves once `count` further calls of every account have been answered or, with `lost`, have lost their answer. */
export type AllAccounts = (count: number, what: 'answered' | 'lost') => Promise<void>;

const ACCOUNTS = 2;
const CLIENTS = 3;

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

/** Lets several clients use each of some new accounts until `work` is done; returns the accounts' histories. */
export async function whileBusy(
  swarm: Swarm,
  seed: number,
  work: (all: AllAccounts) => Promise<void>,
): Promise<readonly AccountHistory[]> {
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => newAccount(swarm)));
  const clients = accounts.flatMap((account, at) =>
    Array.from(
      { length: CLIENTS },
      (_, i) =>
        new HistoryClient(`client ${i + 1}`, account, swarm.apis, randomOf(seed + 10 * at + i)),
    ),
  );
  const over = new AbortController();
  const business = Promise.all(clients.map((client) => client.busy(over.signal)));
  const worked = work(async (count, what) => {
    await Promise.all(accounts.map(({ recorder }) => recorder.more(count, what)));
  }).finally(() => over.abort());
  await Promise.all([business, worked]);
  for (const client of clients) {
    await client.wallet();
    await client.statement();
  }
  return accounts.map(({ who, recorder: { calls } }) => ({ account: who.id, start, calls }));
}
