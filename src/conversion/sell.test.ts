import { expect, test } from 'vitest';
import { flushed } from '#platform/time/fake-time.fixture.ts';
import { confirmAnswer, fakeWorld, refusal, type WorldOptions } from './conversion.fixture.ts';
import { buttonIn } from './conversion-state.ts';
import { sellRules } from './rules.ts';

const labelOf = ({ swap }: ReturnType<typeof fakeWorld>) => buttonIn(swap.state, sellRules).label;

async function started(options: WorldOptions = {}) {
  const world = fakeWorld({ ...options, rules: sellRules });
  world.swap.start();
  await flushed();
  return world;
}

async function quoted(options: WorldOptions = {}) {
  const world = await started(options);
  world.swap.type('1');
  await world.time.advance(500);
  return world;
}

test('TRD-02 a quote is requested 500 ms after typing, and at once after a quick fill', async () => {
  const world = await started();
  expect(labelOf(world)).toBe('Enter amount');
  world.swap.type('1');
  expect(labelOf(world)).toBe('Getting Quote...');
  await world.time.advance(499);
  expect(world.quotes).toEqual([]);
  await world.time.advance(1);
  expect(world.quotes).toEqual(['BTC>USDT 1']);
  expect(labelOf(world)).toBe('Sell BTC');
  world.swap.fill(50);
  expect(world.quotes).toEqual(['BTC>USDT 1', 'BTC>USDT 1']);
});

test('TRD-02 an expired quote is not renewed automatically: a message says so and the button requests the next', async () => {
  const world = await quoted();
  expect(world.swap.secondsLeft.value).toBe(10);
  await world.time.advance(60_000);
  expect(world.quotes).toHaveLength(1);
  expect(world.swap.state).toMatchObject({
    quote: 'expired',
    shown: { id: '' },
    error: 'Quote has expired. Click "Get New Quote" to refresh.',
  });
  expect(labelOf(world)).toBe('Get New Quote');
  world.swap.resume();
  expect(world.quotes).toHaveLength(1);
  world.swap.press();
  await flushed();
  expect(world.confirms).toEqual([]);
  expect(world.swap.state).toMatchObject({ quote: 'active', error: undefined });
  expect(labelOf(world)).toBe('Sell BTC');
});

test('TRD-02 changing the source, target or amount clears the quote', async () => {
  const world = await quoted();
  world.swap.type('1.5');
  expect(world.swap.state).toMatchObject({ quote: 'loading', shown: undefined });
  await world.time.advance(500);
  world.swap.chooseTarget('USDC');
  expect(world.swap.state).toMatchObject({ quote: 'loading', shown: undefined, amount: '1.5' });
  await world.time.advance(500);
  expect(world.quotes.at(-1)).toBe('BTC>USDC 1.5');
  world.swap.chooseSource('SOL');
  expect(world.swap.state).toMatchObject({ quote: 'none', shown: undefined, amount: '' });
});

test('TRD-02 choosing an asset to sell that has no pair with a stable coin selects no other coin as the target', async () => {
  const { swap } = await started();
  swap.chooseSource('ETH');
  expect(swap.state.pair).toEqual({ source: 'ETH', target: 'USDT' });
  const other = fakeWorld({});
  other.swap.start();
  await flushed();
  other.swap.chooseSource('ETH');
  expect(other.swap.state.pair).toEqual({ source: 'ETH', target: 'BTC' });
});

test('TRD-03 a completed sale shows what was sold for how much, and Done leads back to the form', async () => {
  const world = await quoted();
  const loads = world.balanceLoads;
  world.swap.press();
  expect(labelOf(world)).toBe('Selling...');
  await flushed();
  const { phase, summary } = world.swap.state;
  expect(phase).toBe('success');
  expect(summary && sellRules.successText(summary)).toBe('You sold 1 BTC for 64,000.5 USDT');
  expect(world.balanceLoads).toBe(loads + 1);
  world.swap.done();
  expect(world.swap.state.phase).toBe('form');
});

test('TRD-03 a refused sale has its own screen, and its button leads back to the form', async () => {
  const world = await quoted({
    confirm: async () => ({ kind: 'refused', failure: refusal('Not today.') }),
  });
  world.swap.press();
  await flushed();
  expect(world.swap.state).toMatchObject({ phase: 'failure', error: 'Not today.' });
  world.swap.done();
  expect(world.swap.state).toMatchObject({ phase: 'form', error: undefined, amount: '1' });
});

test('BEY-02 a sale whose answer was lost is checked and never sent again', async () => {
  const world = await quoted({
    confirm: async () => ({ kind: 'unknown' }),
    check: async () => ({ kind: 'done', value: confirmAnswer }),
  });
  world.swap.press();
  world.swap.press();
  await flushed();
  expect(world.confirms).toHaveLength(1);
  expect(world.swap.state.phase).toBe('success');
});

test('BEY-23 with too small a balance the button names the asset and is disabled', async () => {
  const world = await started({ balances: { BTC: '0.5' } });
  world.swap.type('1');
  await world.time.advance(500);
  expect(buttonIn(world.swap.state, sellRules)).toMatchObject({
    label: 'Sell BTC',
    enabled: false,
  });
});
