import { expect, test } from 'vitest';
import { fakeWorld, quoteAnswer } from '#conversion/conversion.fixture.ts';
import { buttonIn } from '#conversion/conversion-state.ts';
import { sellRules, swapRules } from '#conversion/rules.ts';
import { earlyText } from '#conversion/view-model.ts';
import { ok } from '#core/failure.ts';
import { MOVED_TOO_FAR } from '#core/money/quote-change.ts';
import { flushed } from '#platform/time/fake-time.fixture.ts';

/** A page with 1 BTC typed and the first of these quotes on it. */
async function quoted(received: readonly string[], rules = swapRules, hasMoreTime = false) {
  let asked = 0;
  const world = fakeWorld({
    rules,
    quote: async (now) => {
      const amount = received[asked] ?? received.at(-1);
      asked += 1;
      return ok(quoteAnswer(`quote-${asked}`, now, amount));
    },
  });
  world.swap.start();
  await flushed();
  world.swap.setMoreTime(hasMoreTime);
  world.swap.type('1');
  await world.time.advance(rules.typingPauseMs);
  return world;
}

test('EASE-04 a press within 400 ms of a new amount is not taken, because it was aimed at the one before', async () => {
  const world = await quoted(['64000', '63990']);
  await world.time.advance(11_000);
  expect(world.swap.state).toMatchObject({ quote: 'active', before: '64000' });
  await world.time.advance(399);
  world.swap.press();
  await flushed();
  expect(world.confirms).toEqual([]);
  expect(world.swap.state).toMatchObject({ phase: 'form', quote: 'active', error: undefined });
  await world.time.advance(1);
  world.swap.press();
  await flushed();
  expect(world.confirms).toEqual(['quote-2 user-1']);
});

test('EASE-04 a press that comes while the next rate is asked for takes none, and is answered in words', async () => {
  const world = await quoted(['64000', '63990']);
  const said = () => earlyText(world.swap.state, swapRules, true);
  await world.time.advance(10_500);
  expect(said()).toBeUndefined();
  world.swap.press();
  expect(said()).toMatch(/^Nothing is swapped yet/);
  await world.time.advance(500);
  expect(world.confirms).toEqual([]);
  expect(said()).toBe(
    'The new rate is here: 63,990\u00a0USDT for 1\u00a0BTC. Press Swap to take it.',
  );
  // Nor is one lost that comes just as the rate is replaced.
  await world.time.advance(100);
  world.swap.press();
  await flushed();
  expect(said()).toMatch(/^The new rate is here/);
  await world.time.advance(300);
  world.swap.press();
  await flushed();
  expect(world.confirms).toEqual(['quote-2 user-1']);
});

test('EASE-04 what was said about an early press goes with what was typed, and with its rate', async () => {
  const world = await quoted(['64000', '63990']);
  const said = () => earlyText(world.swap.state, swapRules, true);
  await world.time.advance(10_500);
  world.swap.press();
  world.swap.type('1.5');
  expect(said()).toBeUndefined();
  world.swap.press();
  expect(said()).toMatch(/^Nothing is swapped yet/);
  expect(earlyText(world.swap.state, swapRules, false)).toBeUndefined();
  await world.time.advance(1_000);
  expect(said()).toMatch(/^The new rate is here/);
  await world.time.advance(10_000);
  expect(said()).toBeUndefined();
  expect(world.confirms).toEqual([]);
});

test('EASE-04 a press on a renewed quote of the same amount is taken at once', async () => {
  const world = await quoted(['64000']);
  await world.time.advance(11_000);
  expect(world.swap.state).toMatchObject({ quote: 'active', before: undefined });
  world.swap.press();
  await flushed();
  expect(world.confirms).toEqual(['quote-2 user-1']);
});

test('EASE-04 the old amount stays until the new one is there', async () => {
  const world = await quoted(['64000', '63990']);
  await world.time.advance(10_500);
  expect(world.swap.state).toMatchObject({ quote: 'expired', shown: { targetAmount: '64000' } });
  await world.time.advance(500);
  expect(world.swap.state.shown?.targetAmount).toBe('63990');
});

test('EASE-04 with more time a press takes the newest rate, named beside the one that was seen', async () => {
  const world = await quoted(['64000', '63900'], swapRules, true);
  await world.time.advance(10_500);
  expect(buttonIn(world.swap.state, swapRules)).toMatchObject({ label: 'Swap', enabled: true });
  world.swap.press();
  world.swap.press();
  await flushed();
  expect(world.confirms).toEqual(['quote-2 user-1 instead of quote-1']);
  expect(world.swap.state.phase).toBe('success');
});

test('EASE-04 with more time a press just after a new amount takes that one', async () => {
  const world = await quoted(['64000', '63900'], swapRules, true);
  await world.time.advance(11_100);
  world.swap.press();
  await flushed();
  expect(world.confirms).toEqual(['quote-2 user-1 instead of quote-1']);
});

test('EASE-04 with more time a quote in its last moment is replaced before it is sent', async () => {
  const world = await quoted(['64000', '64100'], swapRules, true);
  await world.time.advance(9_000);
  world.swap.press();
  await flushed();
  expect(world.confirms).toEqual(['quote-2 user-1 instead of quote-1']);
});

test('EASE-04 with more time a rate that is worse by more than 0.25 % is shown and not taken', async () => {
  const world = await quoted(['64000', '63839'], swapRules, true);
  await world.time.advance(10_500);
  world.swap.press();
  await flushed();
  expect(world.confirms).toEqual([]);
  expect(world.swap.state).toMatchObject({
    phase: 'form',
    error: MOVED_TOO_FAR,
    shown: { targetAmount: '63839' },
  });
  await world.time.advance(400);
  world.swap.press();
  await flushed();
  expect(world.confirms).toEqual(['quote-2 user-1']);
});

test('EASE-04 who leaves while the newest rate is asked for sends nothing', async () => {
  const world = await quoted(['64000', '64000'], swapRules, true);
  await world.time.advance(10_500);
  world.swap.press();
  world.swap.leave();
  await flushed();
  expect(world.confirms).toEqual([]);
  expect(world.held).toBe(0);
});

test('EASE-04 with more time a sale is renewed too', async () => {
  const world = await quoted(['64000', '63990'], sellRules, true);
  await world.time.advance(10_500);
  expect(world.swap.state.error).toBeUndefined();
  expect(buttonIn(world.swap.state, sellRules)).toMatchObject({ label: 'Sell BTC', enabled: true });
  await world.time.advance(500);
  expect(world.swap.state).toMatchObject({ quote: 'active', shown: { id: 'quote-2' } });
});

test('EASE-04 a quote is spoken once, and again only when it moved by more than 0.5 %', async () => {
  const world = await quoted(['64000', '63900', '63600']);
  const first = 'For 1\u00a0BTC you get 64,000\u00a0USDT';
  expect(world.swap.state.spoken).toBe(first);
  await world.time.advance(10_500);
  expect(world.swap.state.spoken).toBe(first);
  await world.time.advance(500);
  expect(world.swap.state.spoken).toBe(first);
  await world.time.advance(11_000);
  expect(world.swap.state.spoken).toBe('For 1\u00a0BTC you get 63,600\u00a0USDT');
});
