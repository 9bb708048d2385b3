import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customer, house } from '#server/ledger/accounts.ts';
import { postJournal } from '#server/ledger/post.ts';
import { makeMessage } from '#server/services/tax/carf/carf-message.ts';
import { findToAsk, remindOfTax } from '#server/services/tax/residence/tax-worker.ts';
import { inTransaction } from '#server/store/transaction.ts';
import {
  type InProcess,
  type Person,
  type PersonOptions,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';

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

const firstServer = (): InProcess => {
  const [first] = servers;
  if (!first) throw new Error('no server');
  return first;
};

/** Customers who have exchanged something. */
async function traders(options: PersonOptions): Promise<readonly Person[]> {
  const { deps } = firstServer();
  const people: Person[] = [];
  for (let i = 0; i < CUSTOMERS; i++) {
    people.push(await person(deps, { ...options, balances: { BTC: '1' } }));
  }
  for (const { id } of people) {
    await inTransaction(deps.db, (tx) =>
      postJournal(tx, deps.clock, {
        ...{ class: 'conversion', kind: 'swap', userId: id },
        postings: [
          { account: customer(id, 'available', 'BTC'), units: -5n },
          { account: house('inventory', 'BTC'), units: 5n },
          { account: house('inventory', 'ETH'), units: -7n },
          { account: customer(id, 'available', 'ETH'), units: 7n },
        ],
      }),
    );
  }
  return people;
}

test('KEEP-14 of three servers that ask at once, one writes each customer’s mail, at each stage', async () => {
  await traders({ certified: false });
  const { deps } = firstServer();
  const told: number[] = [];
  for (const days of [0, 30, 23, 7, 30]) {
    for (const server of servers) server.deps.clock.advance(days * 86_400_000);
    await Promise.all(servers.map((server) => findToAsk(server.deps)));
    await Promise.all(servers.map((server) => remindOfTax(server.deps)));
    const { rows } = await sql<{ mails: number }>`select count(*)::int as mails
      from mail_outbox`.execute(deps.db);
    told.push((rows[0]?.mails ?? 0) / CUSTOMERS);
  }
  expect(told).toEqual([1, 2, 3, 4, 4]);
  const asks = await deps.db.selectFrom('tax_asks').select('told').execute();
  expect(asks.map((ask) => ask.told)).toEqual(Array.from({ length: CUSTOMERS }, () => 4));
  for (const server of servers) expect(server.log.join('')).not.toContain('not asked for');
});

test('KEEP-14 of two commands that make the same year’s file at once, one has everybody and the other nobody', async () => {
  await traders({ market: 'EUR' });
  const year = new Date(firstServer().deps.clock.now()).getUTCFullYear();
  const made = await Promise.all(
    servers.map(async ({ deps }) => {
      let users = 0;
      const said = await makeMessage(
        deps,
        { kind: 'new', country: 'LT', year, actor: 'test' },
        async (text) => {
          users += text.split('<carf:CryptoUsers>').length - 1;
        },
      );
      return said && { reported: said.reported, users };
    }),
  );
  expect(made.filter(Boolean)).toEqual([{ reported: CUSTOMERS, users: CUSTOMERS }]);
});
