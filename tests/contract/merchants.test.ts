import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { logout } from '#core/contract/account/session.ts';
import type { AnyEndpoint } from '#core/contract/endpoint.ts';
import { getMerchantList, getMerchantTransactions } from '#core/contract/staff/merchant.ts';
import { seedIfEmpty } from '#server/seed/seed.ts';
import type { Credential } from '#tests/support/api-client.ts';
import { rawCall, sealedBody } from '#tests/support/raw-call.ts';
import { withParties } from '#tests/support/with-parties.ts';
import { sharedWorld } from '#tests/support/world.ts';

let credential: Credential;
const kopa = sharedWorld();
beforeAll(async () => {
  await seedIfEmpty(kopa.deps);
  ({ credential } = await kopa.person({ role: 'admin' }));
});

const list = async (request: object = {}) =>
  (await kopa.api.must(getMerchantTransactions, request, { credential })).data;

test('ADM-02 an administrator sees the merchants', async () => {
  const { data } = await kopa.api.must(getMerchantList, {}, { credential });
  expect(data.length).toBeGreaterThan(3);
  expect(data[0]).toMatchObject({ first_name: 'Aurora', last_name: 'Books' });
});

test('ADM-04 D8 the pages add up to the whole list, newest first, per merchant and for all together', async () => {
  const all: string[] = [];
  const total = (await list()).total ?? 0;
  for (let page = 1; all.length < total; page += 1) {
    const { details } = await list({ page });
    expect(details.length).toBeGreaterThan(0);
    all.push(...details.map((row) => row._id));
  }
  expect(new Set(all).size).toBe(total);
  const { data } = await kopa.api.must(getMerchantList, {}, { credential });
  const totals = [];
  for (const { merchant_id } of data) {
    totals.push((await list({ user_id: merchant_id })).total ?? 0);
  }
  expect(totals.filter((count) => count > 100).length).toBeGreaterThan(1);
  expect(totals.reduce((sum, count) => sum + count, 0)).toBe(total);
  const times = (await list({ limit: 500 })).details.map((row) => row.createdAt);
  expect(times).toEqual(times.toSorted().reverse());
  const oldest = (await list({ order: 'asc', limit: 1 })).details[0];
  expect(oldest?.createdAt).toBe((await list({ page: total, limit: 1 })).details[0]?.createdAt);
  expect((await list({ user_id: 'nobody' })).total).toBe(0);
});

test('ADM-03 every type, status and code occurs, and the listing can be searched', async () => {
  const rows = [1, 2].map((page) => list({ page, limit: 500 }));
  const details = (await Promise.all(rows)).flatMap((answer) => answer.details);
  expect(new Set(details.map((row) => row.request_type))).toEqual(new Set([1, 2, 3, 4]));
  expect(new Set(details.map((row) => `${row.status} ${row.code}`)).size).toBeGreaterThan(4);
  const completed = details.filter((row) => row.status && row.code === '200');
  expect((await list({ statusSearch: 'Completed' })).total).toBe(completed.length);
  expect((await list({ statusSearch: 'failed' })).total).toBe(
    details.filter((row) => !row.status).length,
  );
  const named = details.filter((row) => row.user_name === 'Aurora Books');
  expect((await list({ search_key: 'aurora bo' })).total).toBe(named.length);
  expect((await list({ sourceSearch: 'invoice' })).total).toBe(
    details.filter((row) => row.source === 'invoice').length,
  );
  for (const search_key of ['%', '_', "' or true --", '\\']) {
    expect((await list({ search_key })).total, search_key).toBe(0);
  }
});

test('ADM-04 a listing of 5,000 transactions can be read to its end, with none twice and none missing', async () => {
  const { db, clock } = kopa.deps;
  const id = 'five-thousand';
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('merchants')
      .values({ id, first_name: 'Grand', last_name: 'Bazaar', position: 99 })
      .execute();
    await sql`insert into merchant_transactions
      (id, merchant_id, request_type, status, code, amount, currency, currency_amount, created_at)
      select 'g' || n, ${id}, 1, true, '200', '1', 'EUR', '1', ${clock.sql} - n / 7 * interval '1 minute'
      from generate_series(1, 5000) n`.execute(tx);
  });
  const ids = new Set<string>();
  for (let page = 1; page <= 10; page += 1) {
    const { details, total } = await list({ user_id: id, page, limit: 500 });
    expect(total).toBe(5_000);
    for (const row of details) ids.add(row._id);
  }
  expect(ids.size).toBe(5_000);
  expect((await list({ user_id: id, page: 11, limit: 500 })).details).toEqual([]);
  // The other tests read all that there is.
  await db.deleteFrom('merchant_transactions').where('merchant_id', '=', id).execute();
  await db.deleteFrom('merchants').where('id', '=', id).execute();
});

test('ADM-04 neither a customer, nor an ended session, nor a former administrator sees a merchant', async () => {
  const { deps, url } = kopa;
  const asked = async (endpoint: AnyEndpoint, who: Credential) =>
    rawCall(url, endpoint, sealedBody({}), { credential: who });
  for (const endpoint of [getMerchantList, getMerchantTransactions]) {
    const customer = await kopa.person();
    expect((await asked(endpoint, customer.credential)).status).toBe(403);
    const admin = await kopa.person({ role: 'admin' });
    const other = await kopa.person({ role: 'admin' });
    expect((await asked(endpoint, admin.credential)).status).toBe(200);
    await deps.db.updateTable('users').set({ role: 'user' }).where('id', '=', admin.id).execute();
    const refused = await asked(endpoint, admin.credential);
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.body)).not.toContain('Aurora');
    await other.must(logout, {});
    expect((await asked(endpoint, other.credential)).status).toBe(401);
    const mixed = { token: admin.credential.token, refreshToken: other.credential.refreshToken };
    expect((await asked(endpoint, mixed)).status).toBe(401);
  }
});

test('ADM-04 a gateway that is down is reported in the words of the specification', async () => {
  const others = 'market,forex,geolocation,mail,identity,payment,custody,bank,screening,travelRule';
  const real = await withParties(kopa, {
    SANDBOX: others,
    MERCHANTS_URL: 'http://127.0.0.1:9',
    MERCHANTS_KEY: 'k',
  });
  const answer = await real.api.call(getMerchantTransactions, {}, { credential });
  expect(answer).toMatchObject({
    ok: false,
    status: 503,
    refusal: { message: 'Failed to fetch transactions' },
  });
  await real.close();
});
