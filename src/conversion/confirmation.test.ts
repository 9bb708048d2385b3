import { expect, test } from 'vitest';
import { flushed } from '#platform/time/fake-time.fixture.ts';
import { confirmAnswer, fakeWorld, quoted, refusal } from './conversion.fixture.ts';
import type { Checked, Confirmed } from './conversion-deps.ts';
import { conversionDraftFrom } from './conversion-draft.ts';

function answered<T>() {
  let answer: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    answer = resolve;
  });
  return { promise, answer: (value: T) => answer(value) };
}

const summary = { source: 'BTC', sourceAmount: '1', target: 'USDT', targetAmount: '64000.5' };

test('SWAP-14 a confirmed swap shows what was exchanged, empties the form and reloads balances', async () => {
  const world = await quoted();
  const loads = world.balanceLoads;
  world.swap.press();
  await flushed();
  expect(world.confirms).toEqual(['quote-1 user-1']);
  expect(world.swap.state).toMatchObject({ phase: 'success', amount: '', quote: 'none', summary });
  expect(world.balanceLoads).toBe(loads + 1);
  world.swap.done();
  expect(world.swap.state).toMatchObject({ phase: 'form', summary: undefined });
  expect(world.held).toBe(0);
});

test('BEY-02 a double tap sends once', async () => {
  const held = answered<Confirmed>();
  const world = await quoted({ confirm: () => held.promise });
  world.swap.press();
  world.swap.press();
  await flushed();
  world.swap.press();
  expect(world.confirms).toHaveLength(1);
  expect(world.swap.state.phase).toBe('confirming');
});

test('BEY-06 neither price nor amount changes once confirmed', async () => {
  const held = answered<Confirmed>();
  const world = await quoted({ confirm: () => held.promise });
  world.swap.press();
  world.swap.type('2');
  world.swap.fill(100);
  await world.time.advance(60_000);
  expect(world.quotes).toHaveLength(1);
  expect(world.swap.state).toMatchObject({ phase: 'confirming', amount: '1', summary });
});

test('BEY-06 a quote that has expired is not confirmed, however late the timers are', async () => {
  const world = await quoted();
  world.time.jump(10_000);
  world.swap.press();
  await flushed();
  expect(world.confirms).toEqual([]);
  expect(world.swap.state.quote).toBe('expired');
});

test('SWAP-13 a refusal is shown in the form, and the amount stays', async () => {
  const world = await quoted({
    confirm: async () => ({ kind: 'refused', failure: refusal('This quote has expired.') }),
  });
  world.swap.press();
  await flushed();
  expect(world.swap.state).toMatchObject({
    phase: 'form',
    error: 'This quote has expired.',
    amount: '1',
    quote: 'none',
  });
});

test('BEY-02 an unknown outcome is checked, and a swap that happened is shown as done', async () => {
  const held = answered<Checked>();
  const world = await quoted({
    confirm: async () => ({ kind: 'unknown' }),
    check: () => held.promise,
  });
  world.swap.press();
  await flushed();
  expect(world.swap.state).toMatchObject({ phase: 'checking', error: undefined, summary });
  held.answer({ kind: 'done', value: confirmAnswer });
  await flushed();
  expect(world.swap.state).toMatchObject({ phase: 'success', summary });
  expect(world.confirms).toHaveLength(1);
});

test('BEY-02 an unknown outcome is checked, and a swap that did not happen is shown as failed', async () => {
  const world = await quoted({
    confirm: async () => ({ kind: 'unknown' }),
    check: async () => ({ kind: 'never' }),
  });
  world.swap.press();
  await flushed();
  expect(world.swap.state).toMatchObject({
    phase: 'form',
    amount: '1',
    error: 'Failed to complete swap. Nothing was exchanged.',
  });
});

test('BEY-01 a swap left open by an earlier visit is picked up and its outcome is shown', async () => {
  const world = fakeWorld({
    open: [summary],
    check: async () => ({ kind: 'done', value: confirmAnswer }),
  });
  world.swap.start();
  expect(world.swap.state).toMatchObject({ phase: 'checking', summary });
  await flushed();
  expect(world.swap.state.phase).toBe('success');
  expect(world.confirms).toEqual([]);
});

test('BEY-02 an outcome that arrives after the customer left the page is still announced', async () => {
  const held = answered<Confirmed>();
  const world = await quoted({ confirm: () => held.promise });
  world.swap.press();
  world.swap.leave();
  expect(world.held).toBe(1);
  held.answer({ kind: 'done', value: confirmAnswer });
  await flushed();
  expect(world.announced).toEqual(['success: You swapped 1 BTC for 64,000.5 USDT']);
  expect(world.held).toBe(0);
});

test('BEY-02 BEY-11 a swap whose outcome is unknown does not become a draft when its page is left', async () => {
  const checked = answered<Checked>();
  const world = await quoted({
    confirm: async () => ({ kind: 'unknown' }),
    check: () => checked.promise,
  });
  world.swap.press();
  await flushed();
  expect(world.swap.state.phase).toBe('checking');
  world.swap.leave();
  checked.answer({ kind: 'unknown' });
  await flushed();
  expect(conversionDraftFrom(world.swap.state)).toBeUndefined();
});

test('PWA-06 a confirmation, its check and its outcome hold updates off', async () => {
  const confirming = answered<Confirmed>();
  const checking = answered<Checked>();
  const world = await quoted({ confirm: () => confirming.promise, check: () => checking.promise });
  world.swap.press();
  expect(world.held).toBe(1);
  confirming.answer({ kind: 'unknown' });
  await flushed();
  expect(world.held).toBe(1);
  checking.answer({ kind: 'done', value: confirmAnswer });
  await flushed();
  expect(world.held).toBe(1);
  world.swap.done();
  expect(world.held).toBe(0);
});
