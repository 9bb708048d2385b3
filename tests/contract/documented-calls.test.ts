import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { updateProfile } from '#core/contract/account/account.ts';
import { assetOf } from '#core/money/currencies.ts';
import { cryptoFor, usdcFor } from '#core/money/purchase.ts';
import { documented, documentedCalls, fieldName } from '#tests/support/documented-calls.ts';
import { password } from '#tests/support/in-process.ts';
import type { Member } from '#tests/support/member.ts';
import { hex32, rawCall, sealedBody } from '#tests/support/raw-call.ts';
import { sharedWorld } from '#tests/support/world.ts';

type Fields = Readonly<Record<string, unknown>>;

const kopa = sharedWorld({ prices: { ETH: '4000', USDC: '1' } });
beforeAll(async () => {
  await kopa.sandbox.merchant('Nordlicht', 3);
});

/** What stands at a path of an answer: everything, where the path goes through a list. */
function at(value: unknown, path: string): readonly unknown[] {
  const [step = '', ...rest] = path.split('.');
  const found = Object(value)[step.replace('[]', '')];
  const all: readonly unknown[] = step.endsWith('[]') && Array.isArray(found) ? found : [found];
  return rest.length === 0 ? all : all.flatMap((one) => at(one, rest.join('.')));
}

/** Sends exactly these fields, as any client of the documents would. */
async function send(path: string, payload: Fields, who?: Pick<Member, 'credential'>) {
  return rawCall(kopa.url, { path: path as `/${string}` }, sealedBody(payload), {
    ...(who && { credential: who.credential }),
    headers: { 'idempotency-key': hex32(), 'x-device-id': 'd'.repeat(32) },
  });
}

/** Makes a documented call with all the fields it has, and checks that its answer has all of its own. */
async function ask(
  path: string,
  payload: Fields,
  who?: Pick<Member, 'credential'>,
): Promise<Fields> {
  const { payload: fields, beyond = [], answer } = documented(path);
  expect(Object.keys(payload).toSorted(), path).toEqual(
    [...fields.map(fieldName), ...beyond].toSorted(),
  );
  const needed = fields.filter((one) => !one.endsWith('?'));
  const without = needed.map(async (field) => {
    const { [field]: _left, ...others } = payload;
    return (await send(path, others, who)).status;
  });
  expect(await Promise.all(without), `${path} without one of ${needed}`).toEqual(
    needed.map(() => 400),
  );
  const reply = await send(path, payload, who);
  expect(reply, path).toMatchObject({ status: 200, body: { status: 'success' } });
  for (const field of answer) {
    const values = at(reply.body, field);
    expect(values.length, `${path}: ${field}`).toBeGreaterThan(0);
    for (const value of values) {
      // The gateway may say null of a field that it has.
      expect(value === null ? 'string' : typeof value, `${path}: ${field}`).toMatch(
        /^(string|number|boolean)$/,
      );
    }
  }
  return reply.body ?? {};
}

const textAt = (body: Fields, path: string): string => String(at(body, path)[0]);

/** A customer who may do everything, of the market that is not the default. */
async function approved(): Promise<Member> {
  const someone = await kopa.customer({ market: 'EUR', balances: { SOL: '10' } });
  const profile = { address: '1 Road', city: 'Kaunas', state: 'LT', postal: '44001' };
  await someone.must(updateProfile, profile);
  return someone;
}

test('NET-04 the server answers the documented calls of an account and its session', async () => {
  const email = 'jo@kopa.test';
  await ask('/users/send-email-otp', { email, type: 1 });
  await ask('/users/create-user', {
    email,
    password,
    otp: await kopa.sandbox.code(email),
    device_info: 'test',
    country_code: 'AU',
    currency_code: 'AUD',
    is_eu: false,
    ip: '127.0.0.1',
    first_name: 'Jo',
    last_name: 'Bloggs',
    dob: '1990-01-01',
  });
  const signedIn = await ask('/users/login', { email, password });
  const refreshToken = textAt(signedIn, 'refreshToken');
  const token = textAt(await ask('/users/get-new-token', { refreshToken }), 'token');
  const jo = { id: textAt(signedIn, 'user.id'), email, credential: { token, refreshToken } };
  const unknown = await send('/users/get-new-token', { refreshToken: 'x'.repeat(43) });
  expect(unknown.body).toMatchObject({ securityRefresh: false, message: 'Unauthorized access.' });
  await ask(
    '/users/update-profile',
    { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' },
    jo,
  );
  await ask('/users/change-password', { oldPassword: password, newPassword: 'Another-2026!' }, jo);
});

test('NET-04 the server answers the documented calls of the identity check', async () => {
  const someone = await kopa.person();
  await ask('/exchange/get-sumsub-token', {}, someone);
  await ask('/exchange/get-kyc-status', {}, someone);
  await ask('/exchange/update-kyc-status', { kyc_status: 'submitted' }, someone);
});

test('NET-04 the server answers the documented calls of the second factor', async () => {
  const someone = await kopa.person();
  kopa.nextStep();
  const secret = textAt(await ask('/users/generate-2fa-secret', {}, someone), 'data.base32');
  await ask(
    '/users/enable-2fa',
    { security_key: secret, otp: kopa.totp(secret), password },
    someone,
  );
  kopa.nextStep();
  const valid = await ask('/users/verify-2fa', { otp: kopa.totp(secret) }, someone);
  expect(valid).toMatchObject({ data: { valid: true } });
});

test('NET-04 the server answers the documented calls of a forgotten password and of the end of an account', async () => {
  const gone = await kopa.person();
  expect(await send('/users/send-email-otp', { email: gone.email })).toMatchObject({
    status: 200,
    body: { message: expect.any(String) },
  });
  const forgetful = await kopa.person();
  await send('/users/send-email-otp', { email: forgetful.email, type: 2 });
  await ask('/users/verify-otp-and-update-password', {
    email: forgetful.email,
    otp: await kopa.sandbox.code(forgetful.email),
    password: 'Another-2026!',
  });
  await ask('/users/delete-account', { password }, gone);
});

test('NET-04 the server answers the documented calls of wallet, swap, deposit and withdrawal', async () => {
  const someone = await approved();
  await ask('/exchange/get-wallet-list', { quoteCurrencyId: 'USD' }, someone);
  await ask('/exchange/get-instruments', { limit: 200 }, someone);
  const quote = await ask(
    '/exchange/swap-crypto',
    {
      sourceCurrencyId: 'SOL',
      targetCurrencyId: 'USDC',
      ttl: 10,
      sourceCurrencyAmount: '1.5',
    },
    someone,
  );
  await ask(
    '/exchange/confirm-swap',
    { conversionQuoteId: textAt(quote, 'data.conversion_quote_id'), userId: someone.id },
    someone,
  );
  await ask('/exchange/get-payment-route-id', { limit: 100, offset: 0 }, someone);
  await ask(
    '/exchange/generate-address',
    { currencyId: 'AVAX', paymentRouteId: 'avax-avalanche-c-chain' },
    someone,
  );
  await ask(
    '/exchange/create-withdrawal-action',
    {
      amount: '0.5',
      cryptoAddress: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
      paymentRouteId: 'sol-solana',
      password,
    },
    someone,
  );
  await ask('/exchange/transaction-history', {}, someone);
});

test('NET-04 the server answers the documented calls of a card purchase', async () => {
  const someone = await approved();
  const priceIn = async (base_currency: string): Promise<string> => {
    const pair = { base_currency, quote_currency: 'EUR' };
    const prices = await ask('/exchange/get-currency-price', pair, someone);
    return textAt(prices, 'data[].ask');
  };
  const amount = '150.00';
  const order = {
    amount,
    currency: 'EUR',
    crypto_value: cryptoFor(amount, await priceIn('ETH'), assetOf('ETH')),
    crypto_currency: 'ETH',
    usdc: usdcFor(amount, await priceIn('USDC')),
  };
  const opened = await ask(
    '/exchange/init-transaction',
    {
      ...order,
      success_url: '/success',
      decline_url: '/decline',
      fail_url: '/fail',
      cancel_url: '/cancel',
      payment_test_env: true,
    },
    someone,
  );
  const transaction_id = textAt(opened, 'data.tracking_id');
  await kopa.decidesCard(textAt(opened, 'data.checkout.token'), 'success');
  await ask(
    '/exchange/insert-transaction',
    { transaction_id, ...order, device_type: 'mobile', status: 'success', data: {} },
    someone,
  );
  await ask('/exchange/get-equivalent-usdc', { transaction_id }, someone);
});

test('NET-04 the server answers the documented calls of the merchants', async () => {
  const admin = await kopa.person({ role: 'admin' });
  const merchants = await ask('/exchange/get-merchant-list', {}, admin);
  await ask(
    '/client/payment/merchant/get-transaction-listing',
    {
      page: 1,
      limit: 100,
      search_key: '',
      order: '',
      sourceSearch: '',
      statusSearch: '',
      user_id: textAt(merchants, 'data[].merchant_id'),
    },
    admin,
  );
});

test('NET-04 a payload that leaves out what has a default is understood', async () => {
  const someone = await kopa.customer({ balances: { ETH: '1' } });
  const admin = await kopa.person({ role: 'admin' });
  const quoted = {
    sourceCurrencyId: 'ETH',
    targetCurrencyId: 'USDT',
    sourceCurrencyAmount: '0.5',
  };
  const calls: readonly (readonly [
    path: string,
    payload: Fields,
    who?: Pick<Member, 'credential'>,
  ])[] = [
    ['/users/send-email-otp', { email: 'al@kopa.test' }],
    ['/exchange/get-wallet-list', {}, someone],
    ['/exchange/swap-crypto', quoted, someone],
    ['/exchange/get-payment-route-id', {}, someone],
    ['/exchange/get-instruments', {}, someone],
    ['/client/payment/merchant/get-transaction-listing', {}, admin],
  ];
  for (const [path, payload, who] of calls) {
    expect((await send(path, payload, who)).status, path).toBe(200);
  }
});

test('NET-04 the table holds the 14 calls of 000 §7 and the 14 that 001 §7 adds, and each is asked here', () => {
  const paths = documentedCalls.map(({ path }) => path);
  expect(new Set(paths).size).toBe(28);
  expect(paths).toHaveLength(28);
  const source = readFileSync(import.meta.filename, 'utf8');
  const asked = new Set([...source.matchAll(/ask\(\s*'([^']+)'/g)].map(([, path]) => path));
  expect(paths.filter((path) => !asked.has(path))).toEqual([]);
});
