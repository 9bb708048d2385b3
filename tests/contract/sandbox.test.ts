import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sendEmailOtp } from '#core/contract/account/registration.ts';
import { swapCrypto } from '#core/contract/money/swap.ts';
import { createWithdrawal, getWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { violations } from '#server/ledger/invariants.ts';
import { sendDue } from '#server/services/messages/notices/outbox.ts';
import { bookArrival, creditAtOnce } from '#server/services/money-in/deposits/sandbox-deposit.ts';
import { newKey } from '#tests/support/api-client.ts';
import { password } from '#tests/support/in-process.ts';
import { describeTo } from '#tests/support/recipients.ts';
import { realParties, withParties } from '#tests/support/with-parties.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${kopa.url}${path}`, { headers });
const post = (path: string, body: string, type = 'application/json') =>
  fetch(`${kopa.url}${path}`, { method: 'POST', body, headers: { 'content-type': type } });

test('D5 a deposit is credited like one from a chain', async () => {
  const who = await kopa.person();
  await kopa.sandbox.deposit(who.email, 'XRP', '12.5');
  const { data } = await who.must(getWalletList, {});
  const xrp = data.find((entry) => entry.currency.currency_id === 'XRP');
  expect(xrp).toMatchObject({ free_balance: '12.5' });
  expect(await violations(kopa.db)).toEqual([]);
});

/** The loop of another process has just taken everything that is to be asked about a customer's transfers. */
async function takenByAnother(userId: string): Promise<void> {
  const { db, clock } = kopa.deps;
  for (const table of ['screenings', 'travel_rule', 'withdrawals']) {
    await sql`update ${sql.table(table)}
      set attempts = attempts + 1, due_at = ${clock.sqlIn(30)}
      where user_id = ${userId} and due_at is not null`.execute(db);
  }
}

test('D5 a deposit is credited when the sandbox says so, though another process is asking about it', async () => {
  const who = await kopa.person();
  const [noted] = await bookArrival(kopa.deps, {
    ...{ recipient: who.email, currency: 'XRP', network: 'XRP Ledger', amount: '12.5' },
    confirmations: null,
  });
  if (!noted || 'aside' in noted) throw new Error('the deposit was kept aside');
  await takenByAnother(who.id);
  await creditAtOnce(kopa.deps, noted.id);
  const { data } = await who.must(getWalletList, {});
  const xrp = data.find((entry) => entry.currency.currency_id === 'XRP');
  expect(xrp).toMatchObject({ free_balance: '12.5' });
});

test('D5 a deposit is credited with its last block, though another process is asking about it', async () => {
  const who = await kopa.person();
  await bookArrival(kopa.deps, {
    ...{ recipient: who.email, currency: 'BTC', network: 'Bitcoin', amount: '0.1' },
    confirmations: 0,
  });
  await takenByAnother(who.id);
  await kopa.sandbox.blocks(who.email, 2);
  const { data } = await who.must(getWalletList, {});
  const btc = data.find((entry) => entry.currency.currency_id === 'BTC');
  expect(btc).toMatchObject({ free_balance: '0.1' });
});

test('D5 a withdrawal has arrived when the sandbox says so, though another process is asking about it', async () => {
  const { id, email, credential } = await kopa.customer({ balances: { ETH: '2' } });
  const to = {
    paymentRouteId: 'eth-ethereum',
    cryptoAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  };
  await describeTo(kopa.api, to, credential);
  const { data } = await kopa.api.must(
    createWithdrawal,
    { ...to, amount: '0.5', password },
    { credential, idempotencyKey: newKey() },
  );
  await sendDue(kopa.deps);
  await takenByAnother(id);
  await kopa.sandbox.withdrawal(email, 'confirm');
  const { withdrawal_id } = data;
  const now = await kopa.api.must(getWithdrawal, { withdrawal_id }, { credential });
  expect(now.data.status).toBe('completed');
});

test('D5 a pinned price counts at once and can be freed again', async () => {
  const who = await kopa.person({ balances: { BTC: '1' } });
  const ask = async () => {
    const request = {
      sourceCurrencyId: 'BTC',
      targetCurrencyId: 'USDC',
      sourceCurrencyAmount: '1',
    };
    return Number((await who.must(swapCrypto, request)).data.rate);
  };
  await kopa.sandbox.market('USDC', '1');
  // Dearer than it ever is by itself.
  await kopa.sandbox.market('BTC', '923456.78');
  expect(await ask()).toBeCloseTo(923_456.78 * 0.9975, 0);
  await kopa.sandbox.market('BTC', null);
  await kopa.sandbox.market('USDC', null);
  expect(await ask()).toBeLessThan(200_000);
});

test('D5 nonsense, and what another site’s form could send, is refused', async () => {
  const { email } = await kopa.person();
  const good = JSON.stringify({ email, currency: 'BTC', amount: '1' });
  expect((await post('/sandbox/deposit', good, 'text/plain')).status).toBe(400);
  for (const [path, body] of [
    ['/sandbox/deposit', '{'],
    ['/sandbox/deposit', JSON.stringify({ email, currency: 'DOGE', amount: '1' })],
    ['/sandbox/deposit', JSON.stringify({ email, currency: 'BTC', amount: '-1' })],
    ['/sandbox/deposit', JSON.stringify({ email, currency: 'BTC', amount: '0' })],
    ['/sandbox/deposit', JSON.stringify({ email: 'no@kopa.test', currency: 'BTC', amount: '1' })],
    ['/sandbox/kyc', JSON.stringify({ email, status: 'superb' })],
    ['/sandbox/merchant', JSON.stringify({ name: 'Huge', transactions: 1e6 })],
    ['/sandbox/market', JSON.stringify({ currency: 'BTC', price: '0' })],
  ] as const) {
    expect((await post(path, body)).status, body).toBe(400);
  }
});

test('D5 the page shows inbox and accounts to a person, and escapes what it shows', async () => {
  const { email } = await kopa.person({ balances: { ETH: '2' } });
  const other = await kopa.person();
  await kopa.db
    .updateTable('users')
    .set({ email: '<img src=x onerror=1>' })
    .where('id', '=', other.id)
    .execute();
  const answer = await get('/sandbox');
  const page = await answer.text();
  expect(page).toContain(email);
  expect(page).toContain('2 ETH');
  expect(page).toContain('&lt;img src=x');
  expect(page).not.toContain('<img');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('EYE-10 a mail can be looked at as a mailbox shows it, and can do nothing there', async () => {
  const { email } = await kopa.person();
  await kopa.api.must(sendEmailOtp, { email, type: 2 });
  await get('/sandbox/inbox');
  const [mail] = (await (await get(`/sandbox/inbox?to=${email}`)).json()) as { id: string }[];
  const answer = await get(`/sandbox/inbox/${mail?.id}`);
  expect(await answer.text()).toContain('is your Kopa code');
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src/);
  for (const id of ['999999', 'x', '%00']) {
    expect((await get(`/sandbox/inbox/${id}`)).status, id).toBeGreaterThanOrEqual(400);
    expect((await get(`/sandbox/inbox/${id}`)).status, id).toBeLessThan(500);
  }
});

test('NET-05 geolocation has every field, and the country can be chosen by hand', async () => {
  expect(await (await get('/api/geolocation')).json()).toEqual({
    ip: expect.any(String),
    country: 'AU',
    countryName: 'Australia',
    continentCode: 'OC',
    currency: 'AUD',
    timezone: 'Australia/Sydney',
    countryCode: 'AU',
    inEu: false,
  });
  const byQuery = await (await get('/api/geolocation?country=LT')).json();
  expect(byQuery).toMatchObject({ currency: 'EUR', inEu: true });
  const byCookie = await (await get('/api/geolocation', { cookie: 'country=US' })).json();
  expect(byCookie).toMatchObject({ currency: 'USD', continentCode: 'NA' });
});

test('NET-06 forex rates are exact decimals per USD with their date, and no HTTP cache keeps them', async () => {
  const answer = await get('/api/forex?base=USD');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toMatchObject({
    base: 'USD',
    date: '2024-12-31',
    rates: { USD: '1', EUR: '0.96255655', AUD: '1.61439985' },
  });
});

test('D4 once one party that knows real customers is real, no customer is listed', async () => {
  const { email } = await kopa.person();
  const real = await withParties(kopa, {
    SANDBOX:
      'market,forex,geolocation,identity,payment,custody,bank,merchants,screening,travelRule',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'a@kopa.test',
  });
  try {
    const page = await (await fetch(`${real.url}/sandbox`)).text();
    expect(page).toContain('Simulated here');
    expect(page).not.toContain(email);
    expect(page).not.toContain('Inbox');
  } finally {
    await real.close();
  }
});

test('D4 without sandboxes there are no sandbox routes', async () => {
  const real = await withParties(kopa, {
    ...realParties,
    SANDBOX: 'market,forex,merchants,screening,travelRule',
  });
  try {
    const statuses = await Promise.all(
      ['inbox', 'deposit', 'kyc', 'pay/x'].map(async (path) => {
        const method = path === 'deposit' || path === 'kyc' ? 'POST' : 'GET';
        return (await fetch(`${real.url}/sandbox/${path}`, { method })).status;
      }),
    );
    expect(statuses).toEqual([404, 404, 404, 404]);
    const place = await fetch(`${real.url}/api/geolocation?country=LT`);
    expect(await place.json()).toMatchObject({ countryCode: '' });
  } finally {
    await real.close();
  }
});

test('HARD-32 sandbox addresses and bodies that cannot be read are the caller’s failure, not ours', async () => {
  const from = kopa.log.length;
  for (const path of [
    '/sandbox/pay/%00',
    '/sandbox/transaction/a%00',
    '/sandbox/inbox?to=%00',
    '/sandbox/inbox?to=a&to=%00',
  ]) {
    expect((await get(path)).status, path).toBe(400);
  }
  expect((await get('/sandbox/transaction/none')).status).toBe(404);
  expect((await post('/sandbox/pay/x', 'y', 'multipart/form-data; boundary=')).status).toBe(400);
  const { email } = await kopa.person();
  const huge = JSON.stringify({ email, currency: 'BTC', amount: '9'.repeat(40) });
  expect((await post('/sandbox/deposit', huge)).status).toBe(400);
  expect(kopa.log.slice(from).filter((line) => line.includes('"error"'))).toEqual([]);
});

test('EASE-21 the sandbox’s pages wear the kit’s styles', async () => {
  const answer = await fetch(`${kopa.url}/sandbox/style.css`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/css/);
  expect(await answer.text()).toMatch(/--[\w-]+:[\s\S]*\.btn/);
});
