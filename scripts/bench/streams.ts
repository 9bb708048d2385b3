import { deposit, type Person, person, startInProcess } from '#tests/support/in-process.ts';
import { followLive, type LiveStream } from '#tests/support/live-stream.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { startServer } from '#tests/support/server-process.ts';
import { residentMb } from './resident.ts';
import { median, print, sized, smallest } from './statistics.ts';

const FEW = 10;
/** Every stream belongs to another customer, because a browser opens only one. */
const STREAMS = sized(2_000, FEW + 2);
/** The number of streams opened at a time. */
const AT_ONCE = 20;
/** The number of price events that each stream gets before memory is measured. */
const PRICES = sized(30, 1);
const DEPOSITS = sized(20, 1);
const ALLOWED_MB = 150;
const ALLOWED_MS = 1_000;

async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((again) => setTimeout(again, 20));
}

const database = await startCluster();
const books = await startInProcess({ databaseUrl: database.url });
const server = await startServer({ env: { DATABASE_URL: database.url } });

async function opened(who: Person): Promise<LiveStream> {
  const stream = await followLive(server.url, who.credential);
  if (stream.status !== 200) throw new Error(`a stream was refused: ${stream.status}`);
  return stream;
}

/** The time from a deposit's commit to its event on the stream, in milliseconds. */
async function delay(who: Person, stream: LiveStream): Promise<number> {
  const told = () => stream.kinds().filter((kind) => kind === 'balances').length;
  const before = told();
  await deposit(books.deps, who.id, 'BTC', '0.1');
  const committed = performance.now();
  await until(() => told() > before);
  return performance.now() - committed;
}

const streams: LiveStream[] = [];
const first = await person(books.deps, { balances: { BTC: '1' } });
const heard = await opened(first);
streams.push(heard);

async function open(count: number): Promise<void> {
  while (streams.length < count) {
    const more = Math.min(AT_ONCE, count - streams.length);
    const customers = await Promise.all(Array.from({ length: more }, () => person(books.deps)));
    streams.push(...(await Promise.all(customers.map(opened))));
  }
}

await open(FEW);
await until(() => heard.prices().length >= PRICES);
const before = await residentMb(server.pid);
await open(STREAMS);
const last = streams.at(-1) ?? heard;
await until(() => last.prices().length >= PRICES);
const after = await residentMb(server.pid);
const delays: number[] = [];
for (let i = 0; i < DEPOSITS; i++) delays.push(await delay(first, heard));

const more = after - before;
print(`${FEW} streams: ${before.toFixed(0)} MB resident`);
print(
  `${STREAMS} streams, each told the prices ${PRICES} times: ${after.toFixed(0)} MB, ${more.toFixed(0)} more, allowed ${ALLOWED_MB}`,
);
print(
  `from a deposit at another process to its event: median ${median(delays).toFixed(0)} ms, longest ${Math.max(...delays).toFixed(0)} ms, allowed ${ALLOWED_MS}`,
);
const isOver = more > ALLOWED_MB || Math.max(...delays) > ALLOWED_MS;
if (isOver && !smallest) process.exitCode = 1;

for (const stream of streams) stream.leave();
await server.stop();
await books.close();
await database.stop();
