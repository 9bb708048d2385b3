import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pastQuarters } from '#core/time/month.ts';
import { tellOfQuarter } from '#server/services/records/portfolio/quarter-statements.ts';
import {
  deposit,
  type InProcess,
  type Person,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';

const HOUR = 3_600_000;
const CUSTOMERS = 30;

let database: FreshDatabase;
let servers: readonly InProcess[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  const first = await startInProcess({ databaseUrl: database.url });
  const others = [1, 2].map(() => startInProcess({ databaseUrl: database.url }));
  servers = [first, ...(await Promise.all(others))];
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await database.drop();
});

/** Goes on, at every server, until the quarter that is under way has been over for so long. */
function endQuarter(after: number): void {
  const [last] = pastQuarters(servers[0]?.deps.clock.now() ?? Number.NaN, 1);
  const end = new Date(last?.to ?? Number.NaN);
  end.setUTCMonth(end.getUTCMonth() + 3);
  for (const { deps } of servers) deps.clock.advance(end.getTime() + after - deps.clock.now());
}

test('KEEP-16 of three servers that tell of a quarter at once, one writes each customer’s mail', async () => {
  const [first] = servers;
  if (!first) throw new Error('no server');
  const { deps } = first;
  // Far from a quarter's end: in the first ten minutes of one, the quarter before it is not yet told of.
  endQuarter(20 * 24 * HOUR);
  const people: Person[] = [];
  for (let i = 0; i < CUSTOMERS; i++) people.push(await person(deps));
  for (const { id } of people) await deposit(deps, id, 'XRP', '1');
  endQuarter(HOUR);
  await Promise.all(servers.map((server) => tellOfQuarter(server.deps)));
  const { rows } = await sql<{ told: number; mails: number }>`select
    (select count(*)::int from quarter_statements where sent) as told,
    (select count(*)::int from mail_outbox) as mails`.execute(deps.db);
  expect(rows).toEqual([{ told: CUSTOMERS, mails: CUSTOMERS }]);
  for (const server of servers) expect(server.log.join('')).not.toContain('was not told');
});
