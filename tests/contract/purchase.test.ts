import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateProfile } from '#core/contract/account.ts';
import { getTransactionHistory } from '#core/contract/history.ts';
import { getEquivalentUsdc, initTransaction, insertTransaction } from '#core/contract/payment.ts';
import { violations } from '#server/ledger/invariants.ts';
import { newKey } from '#tests/support/api-client.ts';
import {
  type InProcess,
  type Person,
  type PersonOptions,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { Sandbox } from '#tests/support/sandbox.ts';

let server: InProcess;
let sandbox: Sandbox;
beforeAll(async () => {
  server = await startInProcess();
  sandbox = new Sandbox(server.url);
  await sandbox.market('BTC', '100000');
  await sandbox.market('USDC', '1');
});
afterAll(async () => {
  expect(await violations(server.deps.db)).toEqual([]);
  await server.close();
});

/** 0.001 BTC at 100,000 USD is 161.44 AUD; with spread and fee a little more. */
const order = (more: object = {}) => ({
  amount: '162.45',
  currency: 'AUD',
  crypto_value: '0.001',
  crypto_currency: 'BTC',
  usdc: '100',
  success_url: '/success',
  decline_url: '/decline',
  fail_url: '/fail',
  cancel_url: '/cancel',
  payment_test_env: true,
  ...more,
});

async function buyer(options: PersonOptions = {}): Promise<Person> {
  const someone = await person(server.deps, options);
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await server.api.must(updateProfile, profile, { credential: someone.credential });
  return someone;
}

const begin = ({ credential }: Person, body = order(), key = newKey()) =>
  server.api.call(initTransaction, body, { credential, idempotencyKey: key });

async function begun(someone: Person) {
  const reply = await begin(someone);
  if (!reply.ok) throw new Error(reply.refusal.message);
  return reply.value.data;
}

const decide = (token: string, outcome: string) =>
  fetch(`${server.url}/sandbox/pay/${token}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  });

const record = (
  { credential }: Person,
  id: string,
  status: 'success' | 'cancelled' = 'success',
) => {
  const { amount, currency, crypto_value, crypto_currency, usdc } = order();
  const what = { amount, currency, crypto_value, crypto_currency, usdc };
  return server.api.call(
    insertTransaction,
    { transaction_id: id, ...what, device_type: 'desktop', status },
    { credential, idempotencyKey: newKey() },
  );
};

const bought = async ({ credential }: Person) =>
  (await server.api.must(getTransactionHistory, {}, { credential })).data;

test('BUY-05 BUY-06 a paid purchase is credited exactly once', async () => {
  const someone = await buyer();
  const { tracking_id, checkout } = await begun(someone);
  const page = await fetch(`${server.url}${checkout.redirect_url}`);
  expect(await page.text()).toContain('0.001 BTC for 162.45 AUD');
  const decided = await decide(checkout.token, 'success');
  expect(decided.headers.get('location')).toBe('/success');
  const replies = await Promise.all(Array.from({ length: 20 }, () => record(someone, tracking_id)));
  expect(replies.every((reply) => reply.ok && reply.value.data.status === 'success')).toBe(true);
  const entries = await bought(someone);
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    transaction_class: 'trade',
    type: 'credit',
    amount: '0.001',
    payment_method: 'Debit Card',
  });
  expect(entries[0]?.comment.split('/').at(-1)).toBe(tracking_id);
  const { credential } = someone;
  const worth = await server.api.must(
    getEquivalentUsdc,
    { transaction_id: tracking_id },
    { credential },
  );
  expect(worth.data).toMatchObject({ amount: '162.45', currency: 'AUD' });
  expect(worth.data.usdcRate).toMatch(/^1\.6\d+$/);
});

test('BUY-06 what the page claims is not believed', async () => {
  const someone = await buyer();
  const { tracking_id, checkout } = await begun(someone);
  expect(await record(someone, tracking_id)).toMatchObject({
    value: { data: { status: 'unknown' } },
  });
  expect(await bought(someone)).toEqual([]);
  await decide(checkout.token, 'declined');
  await decide(checkout.token, 'success');
  expect(await record(someone, tracking_id)).toMatchObject({
    value: { data: { status: 'declined' } },
  });
  expect(await bought(someone)).toEqual([]);
});

test('another customer’s purchase answers like one that does not exist', async () => {
  const [mine, other] = [await buyer(), await buyer()];
  const { tracking_id, checkout } = await begun(mine);
  await decide(checkout.token, 'success');
  const foreign = await record(other, tracking_id);
  expect(foreign).toEqual(await record(other, 'no-such-purchase'));
  expect(foreign).toMatchObject({ status: 404 });
  const look = { transaction_id: tracking_id };
  expect(
    await server.api.call(getEquivalentUsdc, look, { credential: other.credential }),
  ).toMatchObject({ status: 404 });
});

test('BUY-02 paying less than it is worth is refused', async () => {
  const someone = await buyer();
  for (const body of [
    order({ amount: '1' }),
    order({ amount: '160' }),
    order({ crypto_value: '0.01' }),
  ]) {
    expect(await begin(someone, body)).toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  }
  for (const body of [order({ amount: '162.456' }), order({ crypto_value: '0' })]) {
    expect(await begin(someone, body)).toMatchObject({
      refusal: { message: 'Please enter a valid amount' },
    });
  }
  for (const body of [
    order({ crypto_currency: 'DOGE' }),
    order({ currency: 'JPY', amount: '99999' }),
  ]) {
    expect(await begin(someone, body)).toMatchObject({ refusal: { code: 'PAIR_UNAVAILABLE' } });
  }
});

test('D10 USDT cannot be bought by EUR customers', async () => {
  const someone = await buyer({ market: 'EUR' });
  const body = order({
    crypto_currency: 'USDT',
    crypto_value: '10',
    currency: 'EUR',
    amount: '20',
  });
  expect(await begin(someone, body)).toMatchObject({ refusal: { code: 'PAIR_UNAVAILABLE' } });
});

test('BUY-03 an incomplete profile is told to complete itself', async () => {
  const someone = await person(server.deps);
  expect(await begin(someone)).toMatchObject({ refusal: { code: 'PROFILE_INCOMPLETE' } });
});

test('BUY-04 above 200 the identity check must be approved', async () => {
  const someone = await buyer();
  const large = order({ crypto_value: '0.002', amount: '325' });
  expect(await begin(someone, large)).toMatchObject({
    refusal: { code: 'VERIFICATION_REQUIRED' },
  });
  await sandbox.kyc(someone.email, 'rejected');
  expect(await begin(someone, large)).toMatchObject({
    refusal: {
      message: 'Your account verification was rejected. Please contact support for assistance.',
    },
  });
  await sandbox.kyc(someone.email, 'approved');
  expect(await begin(someone, large)).toMatchObject({ ok: true });
});

test('BUY-09 D30 return addresses are our own and the test flag tells the truth', async () => {
  const someone = await buyer();
  for (const success_url of [
    'https://evil.example/success',
    '//evil.example/success',
    '/wallet',
    'javascript:alert(1)',
  ]) {
    expect(await begin(someone, order({ success_url }))).toMatchObject({ status: 400 });
  }
  expect(await begin(someone, order({ payment_test_env: false }))).toMatchObject({
    refusal: { message: 'Payment system not ready. Please refresh the page.' },
  });
});
