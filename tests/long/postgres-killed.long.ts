import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createParties } from '#server/adapters/parties.ts';
import { movableClock } from '#server/base/clock.ts';
import { silentLog } from '#server/base/log.ts';
import { readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { migrate } from '#server/store/migrate.ts';
import { openPostgres } from '#server/store/open.ts';
import { ApiClient } from '#tests/support/api-client.ts';
import { randomOf } from '#tests/support/ledger-model.ts';
import { brokenInvariants } from '#tests/support/ledger-run.ts';
import { asTold, inBooks, rich, type Tally, whileMoving } from '#tests/support/money-load.ts';
import { type Cluster, startCluster } from '#tests/support/postgres-cluster.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';

const KILLS = 25;

let cluster: Cluster;
let deps: Deps;
let close: () => Promise<void>;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  cluster = await startCluster();
  const env = { DATABASE_URL: cluster.url, SEED: 'none', LIMIT_PER_ADDRESS: '1000000' };
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const store = openPostgres(cluster.url, () => undefined);
  await migrate(store.db);
  const clock = movableClock();
  deps = {
    config: read.config,
    db: store.db,
    clock,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    log: silentLog,
    parties: createParties(read.config.parties, { db: store.db, now: clock.now, log: silentLog }),
  };
  close = store.close;
  servers.push(await startServer({ env }), await startServer({ env }));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await close();
  await cluster.stop();
});

const anyApi = (index: number): ApiClient =>
  new ApiClient(servers[index % servers.length]?.url ?? '');

/** Its children need a moment to see that it is gone; until then it does not start again. */
async function startAgain(): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await cluster.restart();
    } catch (error) {
      if (attempt > 50) throw error;
      await pause(200);
    }
  }
}

test(`${KILLS} kills -9 of PostgreSQL under mixed load: nothing that was acknowledged is lost, nothing else happened`, async () => {
  const random = randomOf(20261121);
  const people = await rich(deps, 6);
  const tallies = await whileMoving(anyApi, people, async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(200 + random(800));
      process.kill(cluster.pid, 'SIGKILL');
      await startAgain();
    }
  });
  for (const [i, who] of people.entries()) {
    expect(await inBooks(deps, who)).toEqual(asTold(tallies[i] as Tally));
  }
  expect(tallies.reduce((sum, { lost }) => sum + lost, 0)).toBeGreaterThan(0);
  expect(await brokenInvariants(deps.db)).toEqual([]);
});
