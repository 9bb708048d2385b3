import { afterAll, beforeAll, expect, test } from 'vitest';
import { forexPath } from '#core/contract/market/forex.ts';
import { getCurrencyPrice } from '#core/contract/market/price.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { type InProcess, person, startInProcess } from '#tests/support/in-process.ts';
import { Provider } from '#tests/support/provider.ts';
import { withParties } from '#tests/support/with-parties.ts';

const ids = ['bitcoin', 'solana', 'ethereum', 'avalanche-2', 'ripple', 'tether', 'usd-coin'];
const MINUTE = 60_000;

let server: InProcess;
let real: InProcess;
let provider: Provider;
let marketAt: number;
let forexUp = true;

/** A market whose prices date from `marketAt`, and today's exchange rates while `forexUp`. */
const answer = (path: string) => {
  const { clock } = server.deps;
  if (path.startsWith('/simple')) {
    const price = { last_updated_at: Math.floor(marketAt / 1000), usd_24h_change: 1 };
    const usd = (id: string): number => (/tether|usd/.test(id) ? 1 : 100);
    return JSON.stringify(Object.fromEntries(ids.map((id) => [id, { ...price, usd: usd(id) }])));
  }
  if (!path.startsWith('/forex') || !forexUp) return { status: 500 };
  const date = new Date(clock.now()).toISOString().slice(0, 10);
  return JSON.stringify({ base: 'USD', date, rates: { EUR: 0.9, AUD: 1.5 } });
};

beforeAll(async () => {
  server = await startInProcess();
  provider = new Provider(({ path }) => answer(path));
  const base = await provider.start();
  marketAt = server.deps.clock.now();
  real = await withParties(server, {
    SANDBOX: 'geolocation,mail,identity,payment,custody,bank,merchants,screening,travelRule',
    MARKET_URL: base,
    FOREX_URL: `${base}/forex`,
  });
});
afterAll(async () => {
  await real.close();
  await server.close();
  await provider.stop();
});

test('BEY-23 without recent prices the wallet shows what is held and no value', async () => {
  const { credential } = await person(server.deps, { balances: { BTC: '1' } });
  const list = () => real.api.must(getWalletList, {}, { credential });
  const bitcoin = async () => (await list()).data[0];
  const valued = { free_balance: '1', free_balance_quoted: '100.00000000', price: '100' };
  expect(await bitcoin()).toMatchObject(valued);
  server.deps.clock.advance(9 * MINUTE);
  expect(await bitcoin()).toMatchObject(valued);
  server.deps.clock.advance(2 * MINUTE);
  expect(await bitcoin()).toEqual({
    currency: { currency_id: 'BTC', precision: 8 },
    free_balance: '1',
    hold_balance: '0',
    pending_balance: '0',
    spark: [],
  });
  marketAt = server.deps.clock.now();
  server.deps.clock.advance(20_000);
  expect(await bitcoin()).toMatchObject(valued);
});

test('BUY-05 a card cannot buy at an exchange rate that has not been confirmed for hours', async () => {
  const price = async (quote_currency: string) => {
    marketAt = server.deps.clock.now();
    // Past the time for which the latest prices are cached.
    server.deps.clock.advance(20_000);
    const request = { base_currency: 'BTC', quote_currency };
    return real.api.call(getCurrencyPrice, request, await person(server.deps));
  };
  // The market's first price is believed once a second one agrees.
  await price('AUD');
  server.deps.clock.advance(15_000);
  expect(await price('AUD')).toMatchObject({ ok: true });
  forexUp = false;
  server.deps.clock.advance(5 * 60 * MINUTE);
  expect(await price('AUD')).toMatchObject({ ok: true });
  server.deps.clock.advance(2 * 60 * MINUTE);
  expect(await price('AUD')).toMatchObject({ status: 503, refusal: { code: 'UNAVAILABLE' } });
  expect(await price('USDC')).toMatchObject({ ok: true });
  const shown = await fetch(`${real.url}${forexPath}`);
  expect(await shown.json()).toMatchObject({ base: 'USD', rates: { AUD: '1.5' } });
});

test('HARD-34 balances do not wait for a silent market, and have their values once it has spoken', async () => {
  const { credential } = await person(server.deps, { balances: { BTC: '1' } });
  const bitcoin = async () => (await fresh.api.must(getWalletList, {}, { credential })).data[0];
  marketAt = server.deps.clock.now();
  let speak = (): void => undefined;
  const silence = new Promise<void>((resolve) => {
    speak = resolve;
  });
  const silent = new Provider(async ({ path }) => {
    await silence;
    return answer(path);
  });
  const fresh = await withParties(server, {
    SANDBOX: 'geolocation,forex,mail,identity,payment,custody,bank,merchants,screening,travelRule',
    MARKET_URL: await silent.start(),
  });
  const held = await bitcoin();
  // The market is still being asked: its silence was not waited for.
  expect(silent.waiting).toBe(1);
  expect(held).toMatchObject({ free_balance: '1' });
  expect(held?.price).toBeUndefined();
  speak();
  await expect.poll(async () => (await bitcoin())?.free_balance_quoted).toBe('100.00000000');
  await fresh.close();
  await silent.stop();
});
