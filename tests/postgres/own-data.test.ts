import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LongAnswer } from '#server/platform/long-answer.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { readOwnData } from '#server/services/customers/account/own-data.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { inTransaction } from '#server/store/transaction.ts';
import {
  deposit,
  type InProcess,
  password,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/postgres.ts';

let database: FreshDatabase;
let server: InProcess;
beforeAll(async () => {
  database = await freshDatabase();
  server = await startInProcess({ databaseUrl: database.url });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

async function answerFor(id: string): Promise<LongAnswer> {
  const { rows } = await sql<{ id: string }>`select id from sessions where user_id = ${id}`.execute(
    server.deps.db,
  );
  const owner = { userId: id, sessionId: rows[0]?.id ?? '' };
  const answer = await readOwnData(server.deps, owner, { password, otp: '' });
  if (isRefused(answer)) throw new Error(answer.refusal.message);
  return answer;
}

test('a customer’s data is read in parts as of one moment, while their account can be locked and written to', async () => {
  const { id } = await person(server.deps);
  const many = 2_345;
  await sql`insert into quotes select ${id} || n, ${id}, 'BTC', n, 'USDC', n, 0, now(), now(), null
    from generate_series(1, ${many}::integer) as n`.execute(server.deps.db);
  const answer = await answerFor(id);
  const parts: string[] = [];
  await answer.write(
    async (part) => {
      parts.push(part);
      // Nobody holds the account, and what is written meanwhile is not in it.
      if (parts.length > 3) return;
      await inTransaction(server.deps.db, (tx) => lockAccount(tx, id));
      await deposit(server.deps, id, 'BTC', '1');
    },
    () => Promise.resolve(),
  );
  const { data } = JSON.parse(`{"nonce":""${parts.join('')}}`);
  const rowsOf = (name: string) =>
    data.tables.find((table: { name: string }) => table.name === name).rows.length;
  expect([rowsOf('quotes'), rowsOf('journals'), rowsOf('postings')]).toEqual([many, 0, 0]);
  const longest = Math.max(...parts.map((part) => part.length));
  expect(longest).toBeLessThan(parts.join('').length / 4);
});
