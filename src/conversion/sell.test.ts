import { expect, test } from 'vitest';
import {
  confirmAnswer,
  fakeWorld,
  flushed,
  refusal,
  type WorldOptions,
} from './conversion.fixture.ts';
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

test('TRD-02 a quote is asked for 500 ms after typing, and at once for a shortcut', async () => {
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

test('TRD-02 an expired quote is not renewed by itself: it says so and the button asks for the next', async () => {
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

test('TRD-02 another source, target or amount clears the quote', async () => {
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

test('TRD-02 what has no pair with a stable coin is sold for none: no other coin takes its place', async () => {
  const { swap } = await started();
  swap.chooseSource('ETH');
  expect(swap.state.pair).toEqual({ source: 'ETH', target: 'USDT' });
  const other = fakeWorld({});
  other.swap.start();
  await flushed();
  other.swap.chooseSource('ETH');
  expect(other.swap.state.pair).toEqual({ source: 'ETH', target: 'BTC' });
});

test('TRD-03 a sale that was made says what was sold for how much; Done is the form again', async () => {
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

test('TRD-03 a sale that was refused has a screen of its own and OK leads back', async () => {
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

test('BEY-23 too little to sell names what is short and asks for nothing', async () => {
  const world = await started({ balances: { BTC: '0.5' } });
  world.swap.type('1');
  await world.time.advance(500);
  expect(buttonIn(world.swap.state, sellRules)).toMatchObject({
    label: 'Sell BTC',
    enabled: false,
  });
});
