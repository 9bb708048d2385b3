import { sql } from 'kysely';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import type { postJournal } from '#server/ledger/post.ts';
import { refuse } from '#server/refusal/refused.ts';
import { memoryDatabase } from '#tests/support/memory-database.ts';
import type { OpenDatabase } from './open.ts';
import type { Db, Reader } from './schema/schema.ts';
import { inTransaction } from './transaction.ts';

let store: OpenDatabase;
beforeAll(async () => {
  store = await memoryDatabase();
  await sql`create table words_kept (text text primary key)`.execute(store.db);
});
afterAll(() => store.close());

const wordsKept = async (): Promise<readonly string[]> =>
  (await sql<{ text: string }>`select text from words_kept`.execute(store.db)).rows.map(
    (r) => r.text,
  );

const failing = (code: string, constraint?: string): Error =>
  Object.assign(new Error('no'), { code, ...(constraint && { constraint }) });

test('a refusal is returned and leaves nothing behind', async () => {
  const refusal = refuse('NOT_FOUND', 'Not found.');
  const outcome = await inTransaction(store.db, async (tx) => {
    await sql`insert into words_kept values ('refused')`.execute(tx);
    return refusal;
  });
  expect(outcome).toBe(refusal);
  expect(await wordsKept()).not.toContain('refused');
});

test('an error is thrown on and leaves nothing behind', async () => {
  const work = inTransaction(store.db, async (tx) => {
    await sql`insert into words_kept values ('thrown')`.execute(tx);
    throw new Error('a bug');
  });
  await expect(work).rejects.toThrow('a bug');
  expect(await wordsKept()).not.toContain('thrown');
});

test.each([
  ['40001', undefined],
  ['40P01', undefined],
  ['55P03', undefined],
  ['23505', 'journals_conversion_moment'],
])('after %s the transaction is tried again', async (code, constraint) => {
  let attempts = 0;
  const outcome = await inTransaction(store.db, async () => {
    if (++attempts < 3) throw failing(code, constraint);
    return 'done';
  });
  expect([outcome, attempts]).toEqual(['done', 3]);
});

test('a violated unique index that has a meaning is not retried, and no conflict is retried for ever', async () => {
  let attempts = 0;
  const fail = (code: string, constraint?: string) =>
    inTransaction(store.db, async () => {
      attempts++;
      throw failing(code, constraint);
    });
  await expect(fail('23505', 'users_email')).rejects.toThrow('no');
  expect(attempts).toBe(1);
  await expect(fail('40001')).rejects.toThrow('no');
  expect(attempts).toBeGreaterThan(5);
});

test('moving money outside a transaction, or writing through a reader, does not compile', () => {
  type Ledger = Parameters<typeof postJournal>[0];
  expectTypeOf<Db>().not.toExtend<Ledger>();
  expectTypeOf<Reader>().not.toHaveProperty('insertInto');
  expectTypeOf<Reader>().not.toHaveProperty('updateTable');
  expectTypeOf<Reader>().not.toHaveProperty('deleteFrom');
  expectTypeOf<Ledger>().toExtend<Reader>();
});
