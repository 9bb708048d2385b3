import { afterEach, beforeEach, expect, test } from 'vitest';
import { updateProfile } from '#core/contract/account/account.ts';
import { initTransaction, insertTransaction } from '#core/contract/money/payment.ts';
import { confirmSwap, swapCrypto } from '#core/contract/money/swap.ts';
import { createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { violations } from '#server/ledger/invariants.ts';
import { conditions } from '#server/platform/conditions.ts';
import { reconcilePurchases } from '#server/services/money-in/purchases/settle-purchases.ts';
import { watchPrices } from '#server/services/operation/watch/watch.ts';
import { confirmPrice } from '#server/services/staff/admin/trading.ts';
import { newKey } from '#tests/support/api-client.ts';
import { coinPrices } from '#tests/support/coin-prices.ts';
import {
  type InProcess,
  type Person,
  password,
  person,
  startInProcess,
} from '#tests/support/in-process.ts';
import { marketOrder } from '#tests/support/market-order.ts';
import { Provider } from '#tests/support/provider.ts';
import { Sandbox } from '#tests/support/sandbox.ts';
import { withParties } from '#tests/support/with-parties.ts';

/** A market of the real adapter that says a wrong price (OPS-15). */

/** The real adapter asks again after this long. */
const POLL = 16_000;
const SANDBOX =
  'forex,geolocation,mail,identity,payment,custody,bank,merchants,screening,travelRule';

let server: InProcess;
let real: InProcess;
let provider: Provider;
let bitcoin: number;
let coin: number;
let others: InProcess[];

const start = (env: Record<string, string> = {}) =>
  withParties(server, { SANDBOX, MARKET_URL: base, ...env });
let base: string;

/** The market says so, and the next question finds it said. */
function say(usd: number, after = POLL): void {
  bitcoin = usd;
  server.deps.clock.advance(after);
}

beforeEach(async () => {
  server = await startInProcess();
  others = [];
  [bitcoin, coin] = [60_000, 1];
  provider = new Provider(() => {
    const usdOf = (id: string): number =>
      id === 'bitcoin' ? bitcoin : /usd|tether/.test(id) ? coin : 100;
    return JSON.stringify(coinPrices(usdOf, server.deps.clock.now()));
  });
  base = await provider.start();
  real = await start();
  // Two prices that agree, half a minute apart, are where everything begins.
  await look(real);
  say(60_000, 40_000);
  await look(real);
});
afterEach(async () => {
  expect(await violations(server.deps.db)).toEqual([]);
  for (const each of [real, ...others]) await each.close();
  await server.close();
  await provider.stop();
});

/** As the watch does each minute. */
async function look({ deps }: InProcess): Promise<readonly string[]> {
  const events: string[] = [];
  const write = (event: string): void => void events.push(event);
  await watchPrices(deps, conditions({ info: write, warn: write, error: write }));
  return events;
}

const quote = (who: Person, amount: string, source = 'USDC', target = 'BTC', by = real) =>
  by.api.call(
    swapCrypto,
    { sourceCurrencyId: source, targetCurrencyId: target, sourceCurrencyAmount: amount },
    { credential: who.credential },
  );

const confirm = (who: Person, conversionQuoteId: string, by = real) =>
  by.api.call(
    confirmSwap,
    { conversionQuoteId, userId: who.id },
    { credential: who.credential, idempotencyKey: newKey() },
  );

const paused = {
  ok: false,
  status: 422,
  refusal: { code: 'PAIR_UNAVAILABLE', message: expect.stringMatching(/paused until .*confirmed/) },
};

const alarms = (): readonly string[] =>
  server.log.flatMap((line) => {
    const { level, event, asset } = JSON.parse(line) as Record<string, string>;
    return level === 'error' ? [`${event} ${asset}`] : [];
  });

const operator = { actor: 'operator test' } as const;

test('OPS-15 600 said in place of 60,000 sells nothing, alarms once, and ends with the next right price', async () => {
  const who = await person(server.deps, { balances: { USDC: '6000', BTC: '1' } });
  expect(await quote(who, '600')).toMatchObject({ ok: true });
  say(600, 17_000);
  for (let polls = 0; polls < 10; polls += 1) {
    expect(await quote(who, '600')).toMatchObject(paused);
    expect(await quote(who, '1', 'BTC', 'USDC')).toMatchObject(paused);
    server.deps.clock.advance(POLL);
  }
  expect(alarms()).toEqual(['price outside its band BTC']);
  expect(await look(real)).toEqual(['closed by a price outside its band']);
  // Others are traded meanwhile.
  expect(await quote(who, '600', 'USDC', 'ETH')).toMatchObject({ ok: true });
  // Nor is a balance said to be worth a hundredth.
  const { data } = await real.api.must(getWalletList, {}, { credential: who.credential });
  expect(data[0]).toMatchObject({ free_balance: '1' });
  expect(data[0]?.price).toBeUndefined();
  say(60_100);
  // The customer who asks is enough: nobody waits for the watch.
  expect(await quote(who, '600')).toMatchObject({
    ok: true,
    value: { data: { target_currency_amount: '0.0099584' } },
  });
});

test('OPS-15 a quote given before is not confirmed while its pair is closed, and stays unused', async () => {
  const who = await person(server.deps, { balances: { USDC: '6000' } });
  const given = await quote(who, '600');
  if (!given.ok) throw new Error('no quote');
  // Another process sees the price first.
  const other = await start();
  others.push(other);
  bitcoin = 600;
  await look(other);
  expect(await confirm(who, given.value.data.conversion_quote_id)).toMatchObject(paused);
  const { data } = await real.api.must(getWalletList, {}, { credential: who.credential });
  expect(data.find(({ currency }) => currency.currency_id === 'USDC')).toMatchObject({
    free_balance: '6000',
  });
});

test('OPS-15 what was believed is known to a process that has just started', async () => {
  const who = await person(server.deps, { balances: { USDC: '6000' } });
  bitcoin = 600;
  const fresh = await start();
  others.push(fresh);
  expect(await quote(who, '600', 'USDC', 'BTC', fresh)).toMatchObject(paused);
});

test('OPS-15 a price that a later reading confirms is traded; one beyond that only after the operator', async () => {
  const who = await person(server.deps, { balances: { USDC: '6000' } });
  say(50_000);
  expect(await quote(who, '600')).toMatchObject(paused);
  say(50_100, 20_000);
  expect(await quote(who, '600')).toMatchObject(paused);
  say(50_050, 20_000);
  expect(await quote(who, '600')).toMatchObject({ ok: true });
  say(20_000);
  for (let polls = 0; polls < 5; polls += 1) {
    expect(await quote(who, '600')).toMatchObject(paused);
    server.deps.clock.advance(POLL);
  }
  const by = (price: string, reason = 'It did fall') =>
    confirmPrice(server.deps, { asset: 'BTC', price, reason }, operator);
  expect(await by('600')).toBe('other-price');
  expect(await by('20000', ' ')).toBe('no-reason');
  expect(await by('20000')).toBe('done');
  expect(await by('20000')).toBe('no-doubt');
  expect(await quote(who, '600')).toMatchObject({ ok: true });
});

test('OPS-15 a stable coin that is said to cost a hundred dollars is no price either', async () => {
  const who = await person(server.deps, { balances: { USDC: '600' } });
  coin = 100;
  server.deps.clock.advance(POLL);
  expect(await quote(who, '600')).toMatchObject(paused);
  expect(await quote(who, '600', 'USDC', 'USDT')).toMatchObject(paused);
});

test('OPS-15 a withdrawal, whose limit is in dollars, waits while the price is in doubt, and says so in its own words', async () => {
  const who = await person(server.deps, { balances: { BTC: '1' } });
  await new Sandbox(server.url).kyc(who.email, 'approved');
  const cryptoAddress = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
  const withdraw = () =>
    real.api.call(
      createWithdrawal,
      { amount: '0.01', cryptoAddress, paymentRouteId: 'btc-bitcoin', password },
      { credential: who.credential, idempotencyKey: newKey() },
    );
  say(600);
  const refused = await withdraw();
  expect(refused).toMatchObject({
    ok: false,
    refusal: { code: 'WITHDRAWALS_HELD', message: expect.stringContaining('Nothing was sent') },
  });
  expect(JSON.stringify(refused)).not.toMatch(/exchanged|trading/);
  say(60_000);
  expect(await withdraw()).toMatchObject({ ok: true });
});

test('OPS-15 D38 what was paid waits while the price is in doubt, and is bought at the right one', async () => {
  const who = await person(server.deps, { market: 'USD' });
  const { credential } = who;
  const profile = { address: '1 Road', city: 'Perth', state: 'WA', postal: '6000' };
  await real.api.must(updateProfile, profile, { credential });
  const order = await marketOrder(real.api, credential, '100.00', 'USD');
  const urls = { success_url: '/', decline_url: '/', fail_url: '/', cancel_url: '/' };
  const opening = () =>
    real.api.call(
      initTransaction,
      { ...order, ...urls, payment_test_env: true },
      { credential, idempotencyKey: newKey() },
    );
  const opened = await opening();
  if (!opened.ok) throw new Error('not opened');
  const { tracking_id: id, checkout } = opened.value.data;
  // Paid when the price no longer holds.
  server.deps.clock.advance(6 * 60_000);
  say(600);
  await fetch(`${real.url}/sandbox/pay/${checkout.token}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'success' }),
    redirect: 'manual',
  });
  const record = () =>
    real.api.call(
      insertTransaction,
      { transaction_id: id, ...order, device_type: 'desktop', status: 'unknown' },
      { credential, idempotencyKey: newKey() },
    );
  expect(await record()).toMatchObject({ ok: false, refusal: { code: 'UNAVAILABLE' } });
  await reconcilePurchases(real.deps);
  expect(await opening()).toMatchObject(paused);
  say(60_000, 120_000);
  await reconcilePurchases(real.deps);
  expect(await record()).toMatchObject({ ok: true, value: { data: { status: 'success' } } });
  const { data } = await real.api.must(getWalletList, {}, { credential });
  expect(data[0]).toMatchObject({ free_balance: order.crypto_value });
});

/** Bitcoin every fifteen seconds of ten minutes in which it lost 30 %, with what a bad feed said between. */
const crash: readonly number[] = [
  60_000, 59_700, 59_500, 59_600, 58_900, 58_200, 58_400, 57_600, 57_000, 57_300, 56_200, 600,
  55_400, 54_600, 55_000, 53_900, 53_200, 52_400, 52_900, 51_800, 51_000, 50_200, 50_700, 49_500,
  48_800, 5, 48_000, 47_100, 47_900, 46_700, 45_900, 46_400, 45_200, 44_500, 44_900, 43_700, 43_000,
  600_000, 43_400, 42_300, 42_000,
];

/** What a dollar bought and how, at each price of the crash; null: nothing, as it was paused. */
async function replay(by: InProcess, who: Person) {
  const rows: { readonly usd: number; readonly paid: number | null; readonly bps: number }[] = [];
  for (const usd of crash) {
    bitcoin = usd;
    server.deps.clock.advance(15_000);
    const answer = await quote(who, '600', 'USDC', 'BTC', by);
    if (!answer.ok) {
      expect(answer).toMatchObject(paused);
      rows.push({ usd, paid: null, bps: 0 });
      continue;
    }
    const { conversion_quote_id: id, target_currency_amount: got, spread_bps } = answer.value.data;
    expect(await confirm(who, id, by)).toMatchObject({ ok: true });
    rows.push({ usd, paid: 600 / Number(got), bps: spread_bps });
  }
  return rows;
}

const isWrong = (usd: number): boolean => usd < 1_000 || usd > 100_000;

test('OPS-15 a crash of 30 % in ten minutes goes on being traded, with a wider spread, and never at a wrong price', async () => {
  const who = await person(server.deps, { balances: { USDC: '60000' } });
  const rows = await replay(real, who);
  expect(rows.filter(({ paid }) => paid === null).map(({ usd }) => usd)).toEqual(
    crash.filter(isWrong),
  );
  for (const { usd, paid } of rows) {
    if (paid !== null) expect(paid / usd).toBeGreaterThan(1);
    if (paid !== null) expect(paid / usd).toBeLessThan(1.02);
  }
  expect(rows[0]?.bps).toBe(25);
  expect(rows.at(-1)?.bps).toBe(100);
});

test('OPS-15 or it pauses once the market is fast, where that is configured, until it is calm', async () => {
  const who = await person(server.deps, { balances: { USDC: '60000' } });
  const pausing = await start({ FAST_MARKET: 'pause' });
  others.push(pausing);
  const rows = await replay(pausing, who);
  const traded = rows.filter(({ paid }) => paid !== null);
  expect(traded.length).toBeGreaterThan(3);
  expect(traded.every(({ usd, bps }) => usd >= 57_000 && bps === 25)).toBe(true);
  say(42_000, 11 * 60_000);
  await look(pausing);
  const another = await person(server.deps, { balances: { USDC: '600' } });
  expect(await quote(another, '600', 'USDC', 'BTC', pausing)).toMatchObject({ ok: true });
});
