import { expect, test } from 'vitest';
import { fail, type Outcome, ok } from '#core/failure.ts';
import { flushed } from '#platform/time/fake-time.fixture.ts';
import { type BuyOptions, buyWorld, noPrice, opened, recorded, refusal } from './buy.fixture.ts';
import { earlyText } from './buy-state.ts';
import { paymentOf } from './payment/payment.ts';

async function ready(options: BuyOptions = {}) {
  const world = buyWorld(options);
  world.buy.start();
  await flushed();
  return world;
}

async function filled(amount: string, options: BuyOptions = {}) {
  const world = await ready(options);
  world.buy.type('fiat', amount);
  await world.advance(300);
  return world;
}

test('BUY-01 each amount moves the other, and typing asks for the price after 300 ms', async () => {
  const world = await ready();
  expect(world.prices).toEqual(['BTC/AUD', 'USDC/AUD']);
  world.buy.type('fiat', '100');
  expect(world.buy.state).toMatchObject({ fiat: '100', crypto: '0.001' });
  await world.advance(299);
  expect(world.prices).toHaveLength(2);
  await world.advance(1);
  expect(world.prices).toHaveLength(4);
  world.buy.type('crypto', '0.002');
  expect(world.buy.state).toMatchObject({ fiat: '200.00', crypto: '0.002' });
  world.buy.type('fiat', '');
  expect(world.buy.state).toMatchObject({ fiat: '', crypto: '' });
});

test('BUY-01 a quick amount is what is paid: the other side follows, and the price is asked for', async () => {
  const world = await ready();
  world.buy.type('crypto', '0.5');
  world.buy.fill('200');
  expect(world.buy.state).toMatchObject({ fiat: '200', crypto: '0.002' });
  const asked = world.prices.length;
  await world.advance(300);
  expect(world.prices.slice(asked)).toEqual(['BTC/AUD', 'USDC/AUD']);
});

test('BUY-01 another asset is priced anew: what is paid stays, and nothing is bought at the price of the one before', async () => {
  const late = Promise.withResolvers<Outcome<string>>();
  let price: Promise<Outcome<string>> = Promise.resolve(ok('99500'));
  const world = await filled('100', { price: () => price });
  price = late.promise;
  world.buy.choose('SOL');
  expect(world.buy.state).toMatchObject({ asset: 'SOL', fiat: '100', crypto: '' });
  expect(world.buy.state.price).toBeUndefined();
  world.buy.buy();
  await world.advance(300);
  expect(world.opened).toEqual([]);
  expect(world.prices).toContain('SOL/AUD');
  late.resolve(ok('199'));
  await flushed();
  expect(world.buy.state).toMatchObject({ fiat: '100', crypto: '0.5', price: '199' });
});

test('BUY-01 WAL-06 what is not offered in a market that turns out is bought no more, and the price is of that market', async () => {
  const world = buyWorld({ asset: 'USDT' });
  world.buy.start();
  await flushed();
  expect(world.buy.state.asset).toBe('USDT');
  world.buy.setMarket('EUR');
  expect(world.buy.state.price).toBeUndefined();
  await flushed();
  expect(world.buy.state).toMatchObject({ market: 'EUR', asset: 'BTC', price: '99500' });
  expect(world.prices.slice(-2)).toEqual(['BTC/EUR', 'USDC/EUR']);
});

test('BUY-01 a price that moves moves the side that was not typed', async () => {
  let price = '99500';
  const world = await filled('100', { price: async () => ok(price) });
  price = '199000';
  await world.advance(15_000);
  expect(world.buy.state).toMatchObject({ fiat: '100', crypto: '0.0005' });
  world.buy.type('crypto', '0.001');
  expect(world.buy.state.fiat).toBe('200.00');
});

test('BUY-01 BEY-07 nothing is bought at a price of before the page was away, however late the new one', async () => {
  const late = Promise.withResolvers<Outcome<string>>();
  let price: Promise<Outcome<string>> = Promise.resolve(ok('99500'));
  const world = await filled('100', { price: () => price });
  world.attended = false;
  await world.advance(20_000);
  price = late.promise;
  world.buy.resume();
  expect(world.buy.state).toMatchObject({ price: '99500', priceStatus: 'loading' });
  world.buy.buy();
  await flushed();
  expect(world.opened).toEqual([]);
  // The press is not lost without a word, and takes no price that was not seen.
  expect(earlyText(world.buy.state)).toMatch(/^Nothing is bought yet/);
  late.resolve(ok('49750'));
  await flushed();
  expect(world.buy.state).toMatchObject({ crypto: '0.002', priceStatus: 'ready' });
  expect(earlyText(world.buy.state)).toBe(
    'The price is here: 0.002\u00a0BTC for AU$100.00. Press Buy Bitcoin to go on.',
  );
  expect(world.opened).toEqual([]);
  world.buy.type('fiat', '200');
  expect(earlyText(world.buy.state)).toBeUndefined();
});

test('OPS-10 a busy server’s price stays with its time, is not bought at, and is asked for when the server says', async () => {
  const busy: Outcome<string> = fail({
    kind: 'refused',
    status: 503,
    refusal: {
      status: 'error',
      code: 'UNAVAILABLE',
      message: 'Kopa is very busy.',
      retryAfter: 20,
    },
  });
  let price: Outcome<string> = ok('99500');
  const world = await filled('100', { price: async () => price });
  price = busy;
  await world.advance(15_000);
  expect(world.buy.state).toMatchObject({ price: '99500', crypto: '0.001', priceStatus: 'failed' });
  expect(world.buy.state.priceError).toMatch(
    /^Kopa is very busy\. The price shown is from \d{1,2}:\d\d [AP]M\.$/,
  );
  world.buy.buy();
  await flushed();
  expect(world.opened).toEqual([]);
  const asked = world.prices.length;
  await world.advance(19_999);
  expect(world.prices).toHaveLength(asked);
  price = ok('199000');
  await world.advance(1);
  expect(world.buy.state).toMatchObject({ price: '199000', priceStatus: 'ready' });
  expect(world.buy.state.priceError).toBeUndefined();
});

test('BUY-02 decimals: eight for crypto, two for fiat, a symbol is taken off', async () => {
  const world = await ready();
  world.buy.type('fiat', 'AU$1.239');
  expect(world.buy.state.fiat).toBe('1.23');
  world.buy.type('crypto', '0.1234567891');
  expect(world.buy.state.crypto).toBe('0.12345678');
  world.buy.type('crypto', '0.1234567x');
  expect(world.buy.state.crypto).toBe('0.12345678');
});

test('BEY-08 a pasted amount of another currency is no amount for either field', async () => {
  const { buy } = await ready();
  buy.type('fiat', '€50');
  buy.type('crypto', 'AU$50');
  expect(buy.state).toMatchObject({
    fiat: '',
    crypto: '',
    doubt: { side: 'crypto', text: 'That isn’t an amount in BTC. Type the amount in BTC.' },
  });
  buy.type('crypto', '0.5 BTC');
  expect(buy.state).toMatchObject({ crypto: '0.5', doubt: undefined });
});

test('BEY-08 thousands pasted with a mark are doubted and buy nothing, until the amount is clear', async () => {
  const { buy } = await ready();
  buy.type('fiat', '1,500');
  expect(buy.state).toMatchObject({ doubt: { side: 'fiat' } });
  buy.buy();
  await flushed();
  expect(buy.state.phase).toBe('form');
  buy.type('fiat', '1500');
  expect(buy.state).toMatchObject({ fiat: '1500', doubt: undefined });
});

test('BEY-08 another coin or another market ends the doubt about a text that was not taken', async () => {
  const { buy } = await filled('1.50');
  const doubt = () => {
    buy.type('fiat', '1,500');
    expect(buy.state.doubt?.side).toBe('fiat');
  };
  doubt();
  buy.choose('SOL');
  expect(buy.state.doubt).toBeUndefined();
  doubt();
  buy.setMarket('EUR');
  expect(buy.state).toMatchObject({ fiat: '1.50', doubt: undefined });
});

test('BUY-02 nothing is sent without an amount or a price', async () => {
  const world = await ready();
  world.buy.buy();
  expect(world.buy.state.amountError).toBe('Please enter a valid amount');
  world.buy.type('fiat', '0.01');
  expect(world.buy.state.amountError).toBeUndefined();
  const without = await filled('100', { price: noPrice });
  expect(without.buy.state).toMatchObject({
    priceStatus: 'failed',
    priceError: 'Failed to fetch exchange rate',
  });
  without.buy.buy();
  await flushed();
  expect([...world.opened, ...without.opened]).toEqual([]);
});

test('BUY-03 an incomplete profile is asked for before anything is sent', async () => {
  const world = await filled('100', { profileComplete: false });
  world.buy.buy();
  await flushed();
  expect(world.buy.state).toMatchObject({ gate: 'profile', phase: 'form' });
  expect(world.opened).toEqual([]);
});

test.each([
  ['approved', '200.01', { phase: 'paying', gate: undefined }, []],
  ['pending', '200', { phase: 'paying', gate: undefined }, []],
  ['pending', '200.01', { phase: 'form', gate: 'verification' }, []],
  ['submitted', '500', { phase: 'form', gate: 'verification' }, []],
  ['rejected', '500', { phase: 'form', gate: undefined }, ['rejected']],
  [
    'unanswered',
    '500',
    {
      phase: 'form',
      gate: undefined,
      error: expect.stringMatching(
        /^We could not load your verification status.* Nothing was bought\.$/,
      ),
    },
    [],
  ],
] as const)('BUY-04 an identity check that is %s and %s', async (kyc, amount, state, told) => {
  const world = await filled(amount, { kyc });
  world.buy.buy();
  await flushed();
  expect(world.buy.state).toMatchObject(state);
  expect(world.told).toEqual(told);
});

test('BUY-03 BUY-04 the server’s word opens the same doors', async () => {
  const answers = [
    refusal('PROFILE_INCOMPLETE', 'Complete Your Profile to Continue'),
    refusal('VERIFICATION_REQUIRED', 'Whatever the server says'),
    refusal('VERIFICATION_REQUIRED', 'Whatever the server says', { rejected: true }),
    refusal('INVALID_INPUT', 'The price has changed. Please try again.'),
  ];
  const world = await filled('100', {
    open: async () => ({ kind: 'refused', failure: answers.shift() ?? { kind: 'offline' } }),
  });
  world.buy.buy();
  await flushed();
  expect(world.buy.state.gate).toBe('profile');
  world.buy.buy();
  await flushed();
  expect(world.buy.state.gate).toBe('verification');
  expect(world.told).toEqual([]);
  world.buy.buy();
  await flushed();
  expect(world.told).toEqual(['rejected']);
  const asked = world.prices.length;
  world.buy.buy();
  await flushed();
  expect(world.buy.state).toMatchObject({
    phase: 'form',
    error: 'The price has changed. Please try again.',
    fiat: '100',
  });
  expect(world.prices.length).toBeGreaterThan(asked);
});

test('BUY-08 what the provider opened must be usable', () => {
  const of = (token: string, redirect_url: string, tracking_id = 'p1') =>
    paymentOf(
      { ...opened, data: { tracking_id, checkout: { token, redirect_url } } },
      'https://kopa.example',
    );
  expect(of('t', '/sandbox/pay/t')).toEqual({
    id: 'p1',
    token: 't',
    url: 'https://kopa.example/sandbox/pay/t',
  });
  expect(of('', '/sandbox/pay/t')).toBe('Failed to generate payment token');
  for (const url of ['javascript:alert(1)', 'http://cards.example/t', 'data:text/html,x']) {
    expect(of('t', url)).toBe('Invalid payment data received');
  }
  expect(of('t', '/x', '')).toBe('Invalid payment data received');
});

test('BUY-08 D30 without word on the payment form nothing is opened', async () => {
  const world = await filled('100', { testForm: undefined });
  world.buy.buy();
  await flushed();
  expect(world.buy.state.error).toBe('Payment system not ready. Please refresh the page.');
  expect(world.opened).toEqual([]);
});

test('BEY-02 a double tap opens one payment', async () => {
  const world = await filled('100');
  world.buy.buy();
  world.buy.buy();
  await flushed();
  expect(world.opened).toHaveLength(1);
});

test('BEY-02 an opening whose answer was lost is found out, and the payment goes on', async () => {
  const world = await filled('100', {
    open: async () => ({ kind: 'unknown' }),
    checkOpen: async () => ({ kind: 'done', value: opened }),
  });
  world.buy.buy();
  await flushed();
  expect(world.buy.state).toMatchObject({ phase: 'paying', payment: { id: 'p1' } });
  const never = await filled('100', { open: async () => ({ kind: 'unknown' }) });
  never.buy.buy();
  await flushed();
  expect(never.buy.state).toMatchObject({ phase: 'form', error: 'Failed to initialize payment' });
});

test('PWA-06 amounts and a payment hold updates back', async () => {
  const world = await ready();
  expect(world.held).toBe(0);
  world.buy.type('fiat', '100');
  expect(world.held).toBe(1);
  await world.advance(300);
  world.buy.buy();
  await flushed();
  expect([world.buy.state.phase, world.held]).toEqual(['paying', 1]);
  world.buy.payment.returned('success');
  await flushed();
  // How it ended must not be reloaded away either before it was read.
  expect([world.buy.state.phase, world.held]).toEqual(['success', 1]);
  world.buy.done();
  world.buy.type('fiat', '');
  expect(world.held).toBe(0);
});

test('BUY-01 no price is asked for any more after the page was left', async () => {
  let answer: (price: Outcome<string>) => void = () => undefined;
  const world = buyWorld({
    price: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  world.buy.start();
  await flushed();
  world.buy.leave();
  answer(ok('99500'));
  await world.advance(120_000);
  world.buy.retryPrice();
  await flushed();
  expect(world.prices).toEqual(['BTC/AUD', 'USDC/AUD']);
});

test('BEY-17 beside a payment that is open another one is asked about, once', async () => {
  const world = await filled('100', {
    ends: [
      { kind: 'done', value: recorded('unknown') },
      { kind: 'done', value: recorded('success') },
    ],
  });
  const { state, payment } = world.buy;
  world.buy.buy();
  await flushed();
  payment.closed();
  await flushed();
  expect(state.result).toMatchObject({ status: 'Pending', checkedAt: undefined });
  world.buy.buy();
  await flushed();
  expect(state).toMatchObject({ gate: 'another', others: [{ id: 'p1', total: '100' }] });
  expect(world.opened).toHaveLength(1);
  world.buy.closeGate();
  world.buy.buy();
  expect(state.gate).toBe('another');
  world.buy.buyAnother();
  await flushed();
  expect(state).toMatchObject({ gate: undefined, phase: 'paying' });
  expect(world.opened).toHaveLength(2);
  payment.returned('success');
  await flushed();
  world.buy.done();
  world.buy.fill('50');
  await world.advance(300);
  world.buy.buy();
  await flushed();
  expect(world.opened).toHaveLength(3);
});

test('BUY-07 asked again in vain, it says when it was asked', async () => {
  const world = await filled('100', { ends: [{ kind: 'done', value: recorded('unknown') }] });
  world.buy.buy();
  await flushed();
  world.buy.payment.closed();
  await flushed();
  await world.advance(5_000);
  world.buy.payment.again();
  await flushed();
  expect(world.buy.state.result).toMatchObject({ status: 'Pending', checkedAt: 5_300 });
});

test('HARD-23 HARD-11 a purchase begins with the asset of its link, and a draft of another one waits', () => {
  const world = buyWorld({ asset: 'SOL' });
  expect(world.buy.state.asset).toBe('SOL');
  world.buy.start({ market: 'AUD', asset: 'ETH', typed: 'fiat', amount: '100' });
  expect(world.buy.state).toMatchObject({ asset: 'SOL', fiat: '' });
  const same = buyWorld({ asset: 'SOL' });
  same.buy.start({ market: 'AUD', asset: 'SOL', typed: 'fiat', amount: '100' });
  expect(same.buy.state).toMatchObject({ asset: 'SOL', fiat: '100' });
  expect(buyWorld({ asset: 'DOGE' }).buy.state.asset).toBe('BTC');
});
