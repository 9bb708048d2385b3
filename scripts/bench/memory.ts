import { person, startInProcess } from '#tests/support/in-process.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { startServer } from '#tests/support/server-process.ts';
import { closedLoop, type Kind, MIX, mixed, works } from './mix.ts';
import { QuickClient } from './quick-client.ts';
import { pricesConfirmed, startPrices } from './real-prices.ts';
import type { Customer } from './recorded.ts';
import { residentMb } from './resident.ts';
import { print, sized, smallest } from './statistics.ts';

const CUSTOMERS = sized(1_000, 3);
const MINUTES = sized(10, 2);
const MINUTE_SECONDS = sized(60, 0);
/** How many of them ask at the same time, each time others. */
const AT_ONCE = sized(16, 2);
/** At the end, of what it was after the first minute. */
const ALLOWED_GROWTH = 1.1;
const ALLOWED_MB = 250;

const cluster = await startCluster();
const prices = await startPrices();
const books = await startInProcess({ databaseUrl: cluster.url });
const server = await startServer({
  env: { DATABASE_URL: cluster.url, SEED: 'none', LIMIT_PER_ADDRESS: '1000000', ...prices.env },
});
const api = new QuickClient(server.url);
const customers: Customer[] = [];
for (let i = 0; i < CUSTOMERS; i++) {
  customers.push(await person(books.deps, { balances: { BTC: '100' } }));
}
for (const customer of customers.slice(0, 1)) await pricesConfirmed(server.url, customer);

let turn = 0;
const ask = async (_place: number, kind: Kind): Promise<void> => {
  const customer = customers[turn++ % customers.length];
  if (customer) await works[kind](api, customer);
};
const places = Array.from({ length: AT_ONCE }, (_, place) => place);
const resident: number[] = [];
let done = 0;
for (let minute = 1; minute <= MINUTES; minute++) {
  const { perSecond } = await closedLoop(places, MINUTE_SECONDS, mixed, ask);
  done += perSecond * MINUTE_SECONDS;
  resident.push(await residentMb(server.pid));
}
await server.stop();
await books.close();
await prices.stop();
await cluster.stop();

const [first = 0] = resident;
const last = resident.at(-1) ?? first;
const shares = Object.entries(MIX).map(([kind, share]) => `${kind} ${share} %`);
print(
  `${CUSTOMERS} customers, ${MINUTES} minutes of ${shares.join(', ')}: ${done.toFixed(0)} calls`,
);
print(`resident after each minute, in MB: ${resident.map((mb) => mb.toFixed(0)).join(' ')}`);
print(
  `memory at the end ${last.toFixed(0)} MB, allowed ${ALLOWED_MB}; ${(last / first).toFixed(2)} of that after the first minute, allowed ${ALLOWED_GROWTH}`,
);
if (!smallest && (last > ALLOWED_MB || last > first * ALLOWED_GROWTH)) process.exitCode = 1;
