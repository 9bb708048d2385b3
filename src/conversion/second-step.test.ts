import { expect, test } from 'vitest';
import { flushed } from '#platform/time/fake-time.fixture.ts';
import { fakeWorld } from './conversion.fixture.ts';
import { sellRules, swapRules } from './rules.ts';

/** ETH has no pair with SOL; both have one with USDC. */
async function started(rules = swapRules) {
  const world = fakeWorld({ rules, asset: 'BTC' });
  world.swap.start();
  await flushed();
  return world;
}

test('EASE-20 a target without a pair makes this the first of two steps, and both are quoted', async () => {
  const world = await started();
  world.swap.chooseTarget('SOL');
  expect(world.swap.state).toMatchObject({
    pair: { source: 'BTC', target: 'USDC' },
    onward: 'SOL',
  });
  world.swap.type('1');
  await world.time.advance(1_000);
  expect(world.quotes).toEqual(['BTC>USDC 1', 'USDC>SOL 64000.5']);
  expect(world.swap.state.second).toMatchObject({ targetAmount: '64000.5', spreadBps: 50 });
  // A renewed first step asks about the second anew.
  await world.time.advance(11_000);
  expect(world.quotes.slice(2)).toEqual(['BTC>USDC 1', 'USDC>SOL 64000.5']);
});

test('EASE-20 one touch prepares the second step with exactly what the first gave', async () => {
  const world = await started();
  world.swap.chooseTarget('SOL');
  world.swap.type('1');
  await world.time.advance(1_000);
  world.swap.press();
  await flushed();
  expect(world.swap.state).toMatchObject({ phase: 'success', onward: 'SOL' });
  world.swap.goOn();
  expect(world.swap.state).toMatchObject({
    phase: 'form',
    pair: { source: 'USDC', target: 'SOL' },
    amount: '64000.5',
    onward: undefined,
  });
  await world.time.advance(300);
  expect(world.quotes.at(-1)).toBe('USDC>SOL 64000.5');
});

test('EASE-20 another pair ends the two steps', async () => {
  const world = await started();
  world.swap.chooseTarget('SOL');
  world.swap.chooseTarget('USDT');
  expect(world.swap.state).toMatchObject({
    pair: { source: 'BTC', target: 'USDT' },
    onward: undefined,
  });
  world.swap.chooseTarget('USDT');
  expect(world.swap.state.onward).toBeUndefined();
});

test('EASE-20 a target chosen while a quote is shown is quoted too, and the quote stays', async () => {
  const world = await started();
  world.swap.chooseTarget('USDC');
  world.swap.type('1');
  await world.time.advance(1_000);
  world.swap.chooseTarget('SOL');
  await flushed();
  expect(world.quotes).toEqual(['BTC>USDC 1', 'USDC>SOL 64000.5']);
  expect(world.swap.state).toMatchObject({ quote: 'active', amount: '1', onward: 'SOL' });
});

test('EASE-20 a sale has one step', async () => {
  const world = await started(sellRules);
  world.swap.chooseTarget('SOL');
  expect(world.swap.state.onward).toBeUndefined();
});
