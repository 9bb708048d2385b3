import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { startServer } from '#tests/support/server-process.ts';
import { closedLoop, type Kind, kinds, type Measured, MIX, mixed, works } from './mix.ts';
import { QuickClient } from './quick-client.ts';
import { pricesConfirmed, startPrices } from './real-prices.ts';
import { type Customer, customerOf, recordEach } from './recorded.ts';
import { print, sized } from './statistics.ts';

/** How many ask at once, each again as soon as the answer is there. */
const CLIENTS = sized(16, 2);
const SECONDS = sized(15, 0);
/** So many connections to PostgreSQL as the server has. */
const CONNECTIONS = 8;
/** Entries that each history has. */
const SWAPS_BEFORE = sized(20, 1);

/** Of what its statements do by themselves. */
const LEAST_RATIO = 0.5;
/** Of the wallets a second. */
const LEAST_HISTORIES = 0.8;
/** How many times what half of the calls take, 99 of 100 may. */
const MOST_SPREAD = 5;

const below = (value: number, floor: number): string =>
  `, floor ${floor}${value < floor ? ', below' : ''}`;

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
  for (const kind of kinds)
    through.set(kind, await closedLoop(customers, SECONDS, () => kind, ask));
  const inMix = await closedLoop(customers, SECONDS, mixed, ask);
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
  for (const kind of kinds) bare.set(kind, await closedLoop(customers, SECONDS, () => kind, play));
  await pool.end();

  print(`${CLIENTS} clients at once, ${SECONDS} s of each, PostgreSQL, one API process`);
  const wallets = through.get('wallet')?.perSecond ?? 0;
  for (const kind of kinds) {
    const [api, alone] = [through.get(kind)?.perSecond ?? 0, bare.get(kind)?.perSecond ?? 0];
    const count = recordings.get(kind)?.length ?? 0;
    print(
      `${kind.padEnd(8)} ${api.toFixed(0).padStart(6)} a second; its ${count} statements bare ${alone.toFixed(0).padStart(6)}; ratio ${(api / alone).toFixed(2)}${below(api / alone, LEAST_RATIO)}`,
    );
  }
  const histories = (through.get('history')?.perSecond ?? 0) / wallets;
  print(`history  ${histories.toFixed(2)} of the wallets${below(histories, LEAST_HISTORIES)}`);
  const shares = kinds.map((kind) => `${kind} ${MIX[kind]} %`).join(', ');
  print(`mixed    ${inMix.perSecond.toFixed(0).padStart(6)} a second (${shares})`);
  for (const kind of kinds) {
    const list = inMix.times.get(kind) ?? [];
    if (list.length === 0) continue;
    const [usual, slow] = [at(list, 0.5), at(list, 0.99)];
    print(
      `mixed, ${kind.padEnd(8)} half within ${usual.toFixed(1).padStart(6)} ms, 99 of 100 within ${slow.toFixed(1).padStart(6)} ms, ${(slow / usual).toFixed(1)}x, floor ${MOST_SPREAD}x${slow > usual * MOST_SPREAD ? ', over' : ''}`,
    );
  }
} finally {
  await prices.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
