import { beforeAll, expect, test } from 'vitest';
import { getInstruments, swapCrypto } from '#core/contract/money/swap.ts';
import type { AssetCode } from '#core/money/currencies.ts';
import { writePin } from '#server/adapters/market/pins.ts';
import { deposit } from '#tests/support/in-process.ts';
import { sharedWorld } from '#tests/support/world.ts';

const kopa = sharedWorld();
beforeAll(async () => {
  await pin({ BTC: '100000', ETH: '2500', XRP: '0.5', USDC: '1', USDT: '1' });
});

async function pin(prices: Readonly<Partial<Record<AssetCode, string>>>): Promise<void> {
  for (const [code, price] of Object.entries(prices)) {
    await writePin(kopa.db, code as AssetCode, price);
  }
}

async function quote(
  source: string,
  target: string,
  amount: string,
  market: 'AUD' | 'EUR' = 'AUD',
) {
  const who = await kopa.person({ market });
  return who.quotes(source, target, amount);
}

test('SWAP-06 a quote fixes amounts, rate and its ten seconds by the server’s clock', async () => {
  const reply = await quote('BTC', 'USDC', '0.5');
  if (!reply.ok) throw new Error(JSON.stringify(reply));
  const { data } = reply.value;
  expect(data).toMatchObject({
    source_currency_amount: '0.5',
    target_currency_amount: '49875',
    rate: '99750',
    spread_bps: 25,
  });
  expect(Date.parse(data.expires_at) - Date.parse(data.server_time)).toBe(10_000);
});

test('SWAP-06 a quote may be asked to live shorter, but not longer', async () => {
  const who = await kopa.person();
  const ask = (ttl: number) =>
    who.call(swapCrypto, {
      sourceCurrencyId: 'BTC',
      targetCurrencyId: 'USDC',
      sourceCurrencyAmount: '1',
      ttl,
    });
  const reply = await ask(3);
  if (!reply.ok) throw new Error(JSON.stringify(reply));
  const { expires_at, server_time } = reply.value.data;
  expect(Date.parse(expires_at) - Date.parse(server_time)).toBe(3_000);
  expect(await ask(11)).toMatchObject({ status: 400 });
});

test('BEY-06 the device’s clock plays no part: a quote carries the server’s time', async () => {
  kopa.clock.advance(24 * 3_600_000);
  const reply = await quote('BTC', 'USDC', '1');
  if (!reply.ok) throw new Error(JSON.stringify(reply));
  expect(Math.abs(Date.parse(reply.value.data.server_time) - kopa.clock.now())).toBeLessThan(
    60_000,
  );
});

test('BEY-07 what the customer receives is rounded down to the target’s decimals', async () => {
  const reply = await quote('XRP', 'USDC', '1.000001');
  if (!reply.ok) throw new Error(JSON.stringify(reply));
  // 0.5000005 is cut to 0.500000 at the asset's six decimals; less 25 bps that is 0.49875.
  expect(reply.value.data.target_currency_amount).toBe('0.49875');
});

test.each([
  ['BTC', 'BTC'],
  ['BTC', 'ETH'],
  ['BTC', 'DOGE'],
  ['', 'USDC'],
  ['btc', 'USDC'],
  ['__proto__', 'USDC'],
])('SWAP-08 the pair %j to %j is not available', async (source, target) => {
  expect(await quote(source, target, '1')).toMatchObject({
    status: 422,
    refusal: {
      code: 'PAIR_UNAVAILABLE',
      message: `Trading pair ${source} to ${target} is not available on the exchange. Please select different currencies.`,
    },
  });
});

test('SWAP-15 USDT is refused to EUR customers on either side and appears in none of their pairs', async () => {
  expect(await quote('BTC', 'USDT', '1')).toMatchObject({ ok: true });
  for (const [source, target] of [
    ['BTC', 'USDT'],
    ['USDT', 'USDC'],
  ] as const) {
    expect(await quote(source, target, '5', 'EUR')).toMatchObject({
      refusal: { code: 'PAIR_UNAVAILABLE' },
    });
  }
  const who = await kopa.person({ market: 'EUR' });
  const { data } = await who.must(getInstruments, {});
  expect(JSON.stringify(data)).not.toContain('USDT');
});

test('SWAP-12 an amount below the minimum is refused with the words the page looks for', async () => {
  const refused = await quote('BTC', 'USDC', '0.00001');
  expect(refused).toMatchObject({ status: 422, refusal: { code: 'BELOW_MINIMUM' } });
  expect(refused.ok || refused.refusal.message).toContain('less than min amount');
  expect(await quote('BTC', 'USDC', '0.00002')).toMatchObject({ ok: true });
});

test.each(['0', '0.0', '000'])('SWAP-03 the amount %s gets no quote', async (amount) => {
  expect(await quote('BTC', 'USDC', amount)).toMatchObject({
    status: 422,
    refusal: { code: 'INVALID_INPUT', message: 'Amount should be more than 0' },
  });
});

test('BEY-07 more decimals than the asset has are refused, but trailing zeros are allowed', async () => {
  expect(await quote('XRP', 'USDC', '1.0000001')).toMatchObject({
    refusal: { code: 'INVALID_INPUT' },
  });
  expect(await quote('XRP', 'USDC', '1.00000000000000000000')).toMatchObject({ ok: true });
  expect(await quote('BTC', 'USDC', '0.12345678901234567890')).toMatchObject({ ok: false });
});

test.each([`1${'0'.repeat(30)}`, '9'.repeat(40)])(
  'BEY-07 the amount %s is refused without reaching the database',
  async (amount) => {
    expect(await quote('BTC', 'USDC', amount)).toMatchObject({
      status: 422,
      refusal: { code: 'INVALID_INPUT' },
    });
  },
);

test('SWAP-12 an amount that would buy nothing gets no quote', async () => {
  await pin({ XRP: '0.00000001' });
  expect(await quote('XRP', 'USDC', '1')).toMatchObject({ refusal: { code: 'BELOW_MINIMUM' } });
  await pin({ XRP: '0.5' });
});

test('SWAP-08 every asset is paired with the stablecoins, both ways', async () => {
  const who = await kopa.person();
  const { data } = await who.must(getInstruments, { limit: 200 });
  const withCash = data.instruments.filter(({ instrument_id }) => instrument_id.includes('AUD'));
  expect(data.instruments.length - withCash.length).toBe(22);
  expect(data.instruments.every(({ is_active }) => is_active === 'on')).toBe(true);
  expect(data.instruments).toContainEqual(
    expect.objectContaining({ base_currency_id: 'BTC', quote_currency_id: 'USDC' }),
  );
  const first = await who.must(getInstruments, { limit: 3 });
  expect(first.data.instruments).toEqual(data.instruments.slice(0, 3));
});

test('a quote moves nothing and needs no balance', async () => {
  const rich = await kopa.person();
  await deposit(kopa.deps, rich.id, 'BTC', '1');
  const postings = () =>
    kopa.db
      .selectFrom('postings')
      .select((query) => query.fn.countAll().as('n'))
      .executeTakeFirst();
  const before = await postings();
  expect(await quote('BTC', 'USDC', '1')).toMatchObject({ ok: true });
  expect(await postings()).toEqual(before);
});
