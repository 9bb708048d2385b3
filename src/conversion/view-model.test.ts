import { expect, test } from 'vitest';
import { flushed } from '#platform/time/fake-time.fixture.ts';
import { fakeWorld, refused } from './conversion.fixture.ts';
import { sellRules, swapRules } from './rules.ts';
import { balanceText, fiatText, obstacleIn, percentOf, pressable } from './view-model.ts';

const now = new Date('2026-05-13T12:00:00Z');

async function form(options: Parameters<typeof fakeWorld>[0] = {}) {
  const world = fakeWorld(options);
  world.swap.start();
  await flushed();
  return world;
}

test('SWAP-01 “I have” shows the balance, or says that it is loading or unavailable', async () => {
  const { swap } = fakeWorld({});
  expect(balanceText(swap.state, now, false)).toBe('Loading assets...');
  expect(balanceText((await form()).swap.state, now, false)).toBe('2\u00a0BTC');
  expect(balanceText((await form()).swap.state, now, true)).toBe('•••••• BTC');
  const unknown = await form({ balances: undefined });
  expect(balanceText(unknown.swap.state, now, false)).toBe('BTC, balance unavailable');
});

test('SWAP-11 too small a balance of the source asset shows a message and names the asset to buy', async () => {
  const { swap } = await form();
  swap.type('3');
  expect(obstacleIn(swap.state, swapRules, true)).toEqual({
    kind: 'short',
    text: 'Not enough Bitcoin to start this swap',
    code: 'BTC',
  });
  swap.type('2');
  expect(obstacleIn(swap.state, swapRules, true)).toBeUndefined();
});

test('SWAP-08 a message names a pair that is not traded', async () => {
  const { swap } = await form();
  swap.chooseTarget('XRP');
  expect(obstacleIn(swap.state, swapRules, true)).toMatchObject({
    text: 'Trading pair BTC to XRP is not available on the exchange. Please select different currencies.',
  });
});

test('PWA-05 offline, a sale is disabled as a swap is, with the reason', async () => {
  const world = await form({ rules: sellRules });
  world.swap.type('1');
  await world.time.advance(1_000);
  expect(pressable(world.swap.state, sellRules, true)).toMatchObject({
    label: 'Sell BTC',
    enabled: true,
  });
  expect(pressable(world.swap.state, sellRules, false).enabled).toBe(false);
  expect(obstacleIn(world.swap.state, sellRules, false)).toEqual({
    kind: 'offline',
    text: 'Selling needs a connection. Nothing is queued to send later.',
  });
});

test('PWA-05 offline, the button is disabled and the reason is shown', async () => {
  const world = await form();
  world.swap.type('1');
  await world.time.advance(1_000);
  expect(pressable(world.swap.state, swapRules, true)).toMatchObject({
    label: 'Swap',
    enabled: true,
  });
  expect(pressable(world.swap.state, swapRules, false).enabled).toBe(false);
  // No quote is being fetched offline, so there is no spinner.
  const expired = { ...world.swap.state, quote: 'expired' } as const;
  expect(pressable(expired, swapRules, true).busy).toBe(true);
  expect(pressable(expired, swapRules, false)).toMatchObject({ label: 'Swap', busy: false });
  const doubted = { ...world.swap.state, doubt: 'Why it was not taken.' };
  expect(pressable(doubted, swapRules, true).enabled).toBe(false);
  expect(obstacleIn(world.swap.state, swapRules, false)?.kind).toBe('offline');
});

test('SWAP-01 amounts show their value in the customer’s currency if it is known', async () => {
  const { swap } = await form();
  expect(fiatText(swap.state, 'BTC', '1.', 'AUD', (usd) => usd)).toBe('AU$1.00');
  expect(fiatText(swap.state, 'BTC', '1', 'AUD', () => undefined)).toBeUndefined();
  expect(percentOf(50)).toBe('0.50%');
});

test('SWAP-12 below the minimum no new quote is offered, because only another amount helps', async () => {
  const { swap, time } = await form({
    quote: async () => refused('Amount is less than min amount.'),
  });
  swap.type('1');
  await time.advance(1_000);
  const obstacle = obstacleIn(swap.state, swapRules, true);
  expect(obstacle).toMatchObject({ kind: 'error' });
  expect(obstacle).not.toHaveProperty('retry');
});

test('BEY-02 after a failure a new quote is offered, never a repeat of the same swap', async () => {
  const { swap, time } = await form({ quote: async () => refused('No luck') });
  swap.type('1');
  await time.advance(1_000);
  expect(obstacleIn(swap.state, swapRules, true)).toEqual({
    kind: 'error',
    text: 'No luck',
    retry: 'Get new quote',
  });
});
