import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { getTransactionHistory } from '#core/contract/history.ts';
import { confirmSwap, swapCrypto } from '#core/contract/swap.ts';
import { getWalletList } from '#core/contract/wallet.ts';
import { type ApiClient, newKey } from '#tests/support/api-client.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { startServer } from '#tests/support/server-process.ts';
import { QuickClient } from './quick-client.ts';
import { BTC_TO_USDC, pricesConfirmed, startPrices } from './real-prices.ts';
import { type Customer, customerOf, recordEach, type Work } from './recorded.ts';
import { print, sized } from './statistics.ts';

/** How many ask at once, each again as soon as the answer is there. */
const CLIENTS = sized(16, 2);
const SECONDS = sized(15, 0);
/** So many connections to PostgreSQL as the server has. */
const CONNECTIONS = 8;
/** Entries that each history has. */
const SWAPS_BEFORE = sized(20, 1);

async function quote(api: ApiClient, { credential }: Customer): Promise<string> {
  const { data } = await api.must(swapCrypto, BTC_TO_USDC, { credential });
  return data.conversion_quote_id;
}

const works = {
  wallet: async (api, { credential }) => {
    await api.must(getWalletList, {}, { credential });
  },
  history: async (api, { credential }) => {
    await api.must(getTransactionHistory, { limit: 20 }, { credential });
  },
  quote: async (api, customer) => {
    await quote(api, customer);
  },
  swap: async (api, customer) => {
    const conversionQuoteId = await quote(api, customer);
    await api.must(
      confirmSwap,
      { conversionQuoteId, userId: customer.id },
      { credential: customer.credential, idempotencyKey: newKey() },
    );
  },
} satisfies Readonly<Record<string, Work>>;
type Kind = keyof typeof works;

/** Of a hundred calls in the mix. */
const MIX: Readonly<Record<Kind, number>> = { wallet: 50, history: 20, quote: 20, swap: 10 };
const kinds = Object.keys(MIX) as Kind[];

/** The mix in an order of its own, the same each time: one of each kind after the others, by its part. */
const inTurn: readonly Kind[] = Array.from({ length: 100 }, (_, at) => {
  const places = kinds.flatMap((kind) =>
    Array.from({ length: MIX[kind] }, (_, i) => ({ kind, place: (i + 0.5) / MIX[kind] })),
  );
  return places.sort((a, b) => a.place - b.place)[at]?.kind ?? 'wallet';
});

interface Measured {
  readonly perSecond: number;
  /** In milliseconds, by kind, from the shortest to the longest. */
  readonly times: ReadonlyMap<Kind, readonly number[]>;
}

/** Everybody does one after the other until the time is over; what `next` gives is done. */
async function closedLoop<C>(
  clients: readonly C[],
  next: (turn: number) => Kind,
  work: (client: C, kind: Kind) => Promise<void>,
): Promise<Measured> {
  const times = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  const started = performance.now();
  const until = started + SECONDS * 1_000;
  let done = 0;
  await Promise.all(
    clients.map(async (client, at) => {
      // Not all begin with the same kind.
      let turn = at * 7;
      do {
        const kind = next(turn++);
        const began = performance.now();
        await work(client, kind);
        times.get(kind)?.push(performance.now() - began);
        done++;
      } while (performance.now() < until);
    }),
  );
  for (const list of times.values()) list.sort((a, b) => a - b);
  return { perSecond: (done * 1_000) / (performance.now() - started), times };
}

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

const folder = mkdtempSync(join(tmpdir(), 'kopa-bench-'));
const cluster = await startCluster();
const prices = await startPrices();
try {
  const env = {
    DATABASE_URL: cluster.url,
    SEED: 'none',
    LIMIT_PER_ADDRESS: '1000000',
    ...prices.env,
  };
  const server = await startServer({ env });
  const api = new QuickClient(server.url);
  const customers: Customer[] = [];
  for (let i = 0; i < CLIENTS; i++) customers.push(await customerOf(server.url));
  for (const customer of customers.slice(0, 1)) await pricesConfirmed(server.url, customer);
  const { recordings, owner } = await recordEach(env, folder, works);
  for (const customer of customers) {
    for (let i = 0; i < SWAPS_BEFORE; i++) await works.swap(api, customer);
  }
  const ask = (customer: Customer, kind: Kind) => works[kind](api, customer);
  const through = new Map<Kind, Measured>();
  for (const kind of kinds) through.set(kind, await closedLoop(customers, () => kind, ask));
  const mixed = await closedLoop(customers, (turn) => inTurn[turn % 100] ?? 'wallet', ask);
  await server.stop();

  const pool = new pg.Pool({ connectionString: cluster.url, max: CONNECTIONS });
  // The cluster may end before the last of its connections has.
  pool.on('error', () => undefined);
  const play = async ({ id }: Customer, kind: Kind): Promise<void> => {
    const client = await pool.connect();
    try {
      await recordings.get(kind)?.play(client, id, owner);
    } finally {
      client.release();
    }
  };
  const bare = new Map<Kind, Measured>();
  for (const kind of kinds) bare.set(kind, await closedLoop(customers, () => kind, play));
  await pool.end();

  print(`${CLIENTS} clients at once, ${SECONDS} s of each, PostgreSQL, one API process`);
  for (const kind of kinds) {
    const [api, alone] = [through.get(kind)?.perSecond ?? 0, bare.get(kind)?.perSecond ?? 0];
    const count = recordings.get(kind)?.length ?? 0;
    print(
      `${kind.padEnd(8)} ${api.toFixed(0).padStart(6)} a second; its ${count} statements bare ${alone.toFixed(0).padStart(6)}; ratio ${(api / alone).toFixed(2)}`,
    );
  }
  const shares = kinds.map((kind) => `${kind} ${MIX[kind]} %`).join(', ');
  print(`mixed    ${mixed.perSecond.toFixed(0).padStart(6)} a second (${shares})`);
  for (const kind of kinds) {
    const list = mixed.times.get(kind) ?? [];
    if (list.length === 0) continue;
    const [usual, slow] = [at(list, 0.5), at(list, 0.99)];
    print(
      `mixed, ${kind.padEnd(8)} half within ${usual.toFixed(1).padStart(6)} ms, 99 of 100 within ${slow.toFixed(1).padStart(6)} ms, ${(slow / usual).toFixed(1)}x`,
    );
  }
} finally {
  await prices.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
