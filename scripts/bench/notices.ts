import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { startLoop } from '#server/platform/repeat.ts';
import { stopTelling, telling } from '#server/platform/tell-changes.ts';
import { deposit, person, startInProcess } from '#tests/support/in-process.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { median, print, sized, smallest } from './statistics.ts';

/** Each commit waits for so long, as for a synchronous standby. */
const COMMIT_MS = 5;
const CLIENTS = sized(16, 2);
const ROUND_MS = sized(4_000, 50);
const ROUNDS = sized(5, 1);
const LEAST = 0.9;

const database = await startCluster([
  ...['-c', `commit_delay=${COMMIT_MS * 1000}`, '-c', 'commit_siblings=0'],
]);
const first = await startInProcess({ databaseUrl: database.url });
const servers = [first, await startInProcess({ databaseUrl: database.url })];
const { db } = first.deps;

const clients = await Promise.all(
  Array.from({ length: CLIENTS }, async (_, at) => {
    const { deps } = servers[at % servers.length] ?? first;
    return { deps, id: (await person(deps)).id };
  }),
);

/** Transactions that move money, a second: each client makes one after the other. */
async function rate(): Promise<number> {
  const started = performance.now();
  const passed = () => performance.now() - started;
  let done = 0;
  await Promise.all(
    clients.map(async ({ deps, id }) => {
      for (; passed() < ROUND_MS; done++) await deposit(deps, id, 'BTC', '0.001');
    }),
  );
  return (done * 1000) / passed();
}

/** What the triggers do, and how it is brought about. */
const ways = {
  /** None of them runs. */
  silent: async () => {
    await sql`alter table journals disable trigger journals_told`.execute(db);
    const silent = await rate();
    await sql`alter table journals enable trigger journals_told`.execute(db);
    return silent;
  },
  /** They note, and a loop of each process tells. */
  noted: async () => {
    const stops = servers.map(({ deps }) => startLoop(deps, telling));
    // The first round has to be over, or the first transactions tell themselves.
    await telling.round(first.deps, new AbortController().signal);
    const noted = await rate();
    await Promise.all(stops.map((stop) => stop()));
    await stopTelling(first.deps);
    return noted;
  },
  /** As where no server tells. */
  told: rate,
};

/** From a commit until a page's process hears of it. */
async function delay(): Promise<number> {
  const heard = Promise.withResolvers<void>();
  const who = await person(first.deps);
  const leave = first.changes.follow(
    {
      owner: { userId: who.id, sessionId: randomUUID() },
      tell: ({ data }) => {
        if (data === 'balances') heard.resolve();
      },
      end: () => undefined,
    },
    undefined,
  );
  await deposit(first.deps, who.id, 'BTC', '1');
  const committed = performance.now();
  await heard.promise;
  leave?.();
  return performance.now() - committed;
}

const measured: Record<keyof typeof ways, number[]> = { silent: [], noted: [], told: [] };
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, way] of Object.entries(ways)) {
    measured[name as keyof typeof ways].push(await way());
  }
}
const stop = startLoop(first.deps, telling);
await telling.round(first.deps, new AbortController().signal);
const delays: number[] = [];
for (let n = 0; n < sized(20, 1); n++) delays.push(await delay());
await stop();

const [silent, noted, told] = [
  median(measured.silent),
  median(measured.noted),
  median(measured.told),
];
print(
  `${CLIENTS} clients of ${servers.length} processes, each commit ${COMMIT_MS} ms, transactions a second:`,
);
print(`without notices                 ${silent.toFixed(0)}`);
print(
  `noted, told beside them         ${noted.toFixed(0)}, ${(noted / silent).toFixed(2)} of that, floor ${LEAST}`,
);
print(`told in each transaction        ${told.toFixed(0)}, ${(told / silent).toFixed(2)} of that`);
print(
  `from a commit until it is told  median ${median(delays).toFixed(0)} ms, longest ${Math.max(...delays).toFixed(0)} ms, allowed 1000`,
);
if ((noted / silent < LEAST || Math.max(...delays) > 1_000) && !smallest) process.exitCode = 1;

for (const server of servers) await server.close();
await database.stop();
