import { afterAll, beforeAll, expect, test } from 'vitest';
import { getMerchantList, getMerchantTransactions } from '#core/contract/merchant.ts';
import { seedIfEmpty } from '#server/seed/seed.ts';
import type { Credential } from '#tests/support/api-client.ts';
import { type InProcess, startInProcess } from '#tests/support/in-process.ts';

let server: InProcess;
let credential: Credential;
beforeAll(async () => {
  server = await startInProcess();
  await seedIfEmpty(server.deps);
  credential = await server.api.signIn('admin@kopa.test', 'Kopa-demo-2026!');
});
afterAll(() => server.close());

const list = async (request: object = {}) =>
  (await server.api.must(getMerchantTransactions, request, { credential })).data;

test('ADM-02 an administrator sees the merchants', async () => {
  const { data } = await server.api.must(getMerchantList, {}, { credential });
  expect(data.length).toBeGreaterThan(3);
  expect(data[0]).toMatchObject({ first_name: 'Aurora', last_name: 'Books' });
});

test('ADM-04 D8 pages join to the whole, newest first, per merchant or all together', async () => {
  const all: string[] = [];
  const { total } = await list();
  for (let page = 1; all.length < total; page += 1) {
    const { details } = await list({ page });
    expect(details.length).toBeGreaterThan(0);
    all.push(...details.map((row) => row._id));
  }
  expect(new Set(all).size).toBe(total);
  const { data } = await server.api.must(getMerchantList, {}, { credential });
  const totals = [];
  for (const { merchant_id } of data) totals.push((await list({ user_id: merchant_id })).total);
  expect(totals.filter((count) => count > 100).length).toBeGreaterThan(1);
  expect(totals.reduce((sum, count) => sum + count, 0)).toBe(total);
  const times = (await list({ limit: 500 })).details.map((row) => row.createdAt);
  expect(times).toEqual(times.toSorted().reverse());
  const oldest = (await list({ order: 'asc', limit: 1 })).details[0];
  expect(oldest?.createdAt).toBe((await list({ page: total, limit: 1 })).details[0]?.createdAt);
  expect((await list({ user_id: 'nobody' })).total).toBe(0);
});

test('ADM-03 every type, status and code is there, and the listing is searched', async () => {
  const rows = [1, 2].map((page) => list({ page, limit: 500 }));
  const details = (await Promise.all(rows)).flatMap((answer) => answer.details);
  expect(new Set(details.map((row) => row.request_type))).toEqual(new Set([1, 2, 3, 4]));
  expect(new Set(details.map((row) => `${row.status} ${row.code}`)).size).toBeGreaterThan(4);
  const completed = details.filter((row) => row.status && row.code === '200');
  expect((await list({ statusSearch: 'Completed' })).total).toBe(completed.length);
  expect((await list({ statusSearch: 'failed' })).total).toBe(
    details.filter((row) => !row.status).length,
  );
  const named = details.filter((row) => row.user_name === 'Ava Nguyen');
  expect((await list({ search_key: 'ava ng' })).total).toBe(named.length);
  expect((await list({ sourceSearch: 'invoice' })).total).toBe(
    details.filter((row) => row.source === 'invoice').length,
  );
  for (const search_key of ['%', '_', "' or true --", '\\']) {
    expect((await list({ search_key })).total, search_key).toBe(0);
  }
});
