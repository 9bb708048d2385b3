import { describe, expect, test } from 'vitest';
import {
  type BuyOptions,
  buyWorld,
  done,
  opened,
  recorded,
  refusal,
} from '#features/trade/buy.fixture.ts';
import type { Opened, Recorded } from '#features/trade/buy-deps.ts';
import { flushed } from '#platform/time/fake-time.fixture.ts';
import type { Fate, Performed } from '#transport/calls/settle.ts';

/** At the payment page, for 100 AUD of BTC. */
async function paying(options: BuyOptions = {}) {
  const world = buyWorld(options);
  world.buy.start();
  await flushed();
  world.buy.type('fiat', '100');
  world.buy.buy();
  await flushed();
  return world;
}

test('BUY-06 TRD-03 a payment that was made is recorded once and shown', async () => {
  const world = await paying();
  world.buy.payment.returned('success');
  world.buy.payment.returned('success');
  await flushed();
  expect(world.recorded).toHaveLength(1);
  expect(world.recorded[0]).toMatchObject({ transaction_id: 'p1', status: 'success' });
  expect(world.buy.state).toMatchObject({ phase: 'success', fiat: '', crypto: '' });
  expect([world.seen, world.balanceLoads]).toEqual([['p1'], 1]);
  world.buy.done();
  expect(world.buy.state).toMatchObject({ phase: 'form', order: undefined, result: undefined });
});

test.each([
  ['declined', 'decline', 'Failed'],
  ['failed', 'fail', 'Failed'],
  ['cancelled', 'cancel', 'Cancelled'],
] as const)('BUY-06 BUY-07 a payment that was %s', async (end, kind, status) => {
  const world = await paying({ ends: [done(end)] });
  world.buy.payment.returned(kind);
  await flushed();
  expect(world.buy.state).toMatchObject({ phase: 'failure', result: { status, saved: true } });
  world.buy.done();
  expect(world.buy.state).toMatchObject({ phase: 'form', fiat: '100', result: { status } });
  world.buy.closeResult();
  expect(world.buy.state.result).toBeUndefined();
});

test('BUY-09 a forged address decides nothing: the server’s word does', async () => {
  const world = await paying({ ends: [done('declined')] });
  world.buy.payment.returned('success');
  await flushed();
  expect(world.buy.state.phase).toBe('failure');
  const other = await paying({ ends: [done('success')] });
  other.buy.payment.returned('fail');
  await flushed();
  expect(other.buy.state.phase).toBe('success');
});

test('BUY-05 the provider is asked every second until it knows', async () => {
  const world = await paying({ ends: [done('unknown'), done('unknown'), done('success')] });
  world.buy.payment.returned('success');
  await flushed();
  expect(world.recorded).toHaveLength(1);
  await world.advance(1_000);
  expect(world.recorded).toHaveLength(2);
  await world.advance(1_000);
  expect(world.buy.state.phase).toBe('success');
});

test('BUY-07 a provider that never answers leaves a payment that is pending, not failed', async () => {
  const world = await paying({ ends: [done('unknown')] });
  world.buy.payment.returned('success');
  await world.advance(60_000);
  expect(world.recorded).toHaveLength(10);
  expect(world.buy.state).toMatchObject({
    phase: 'form',
    result: { status: 'Pending', saved: false },
  });
  expect(world.seen).toEqual([]);
});

test('BUY-05 closing the payment asks what became of it, and it can be gone on with', async () => {
  const world = await paying({ ends: [done('unknown'), done('success')] });
  world.buy.payment.closed();
  await flushed();
  expect(world.buy.state).toMatchObject({ phase: 'form', result: { status: 'Pending' } });
  world.buy.payment.resume();
  expect(world.buy.state).toMatchObject({
    phase: 'paying',
    payment: { id: 'p1' },
    result: undefined,
  });
  expect(world.opened).toHaveLength(1);
  world.buy.payment.closed();
  await flushed();
  expect(world.buy.state.phase).toBe('success');
});

test('SPEC-12 a payment that was paid in another tab is told in this one, without paying again', async () => {
  const world = await paying();
  // The other tab has not paid yet, or nobody answers: the payment page stays.
  for (const ended of [false, undefined]) {
    world.ended = ended;
    world.buy.resume();
    await flushed();
    expect(world.buy.state.phase).toBe('paying');
    expect(world.recorded).toEqual([]);
  }
  world.ended = true;
  world.buy.resume();
  await flushed();
  expect(world.recorded).toHaveLength(1);
  expect(world.buy.state).toMatchObject({ phase: 'success' });
  expect(world.opened).toHaveLength(1);
});

test('BUY-06 a recording that failed can be retried', async () => {
  const failure = refusal('INVALID_INPUT', 'Not now.');
  const world = await paying({ ends: [{ kind: 'refused', failure }, done('success')] });
  world.buy.payment.returned('success');
  await flushed();
  expect(world.buy.state).toMatchObject({
    phase: 'form',
    result: { status: 'Error', text: 'Not now.', saved: false },
  });
  world.buy.payment.again();
  await flushed();
  expect(world.buy.state).toMatchObject({ phase: 'success', result: undefined });
});

test('BEY-02 a recording whose answer was lost is found out, never called failed', async () => {
  const world = await paying({
    ends: [{ kind: 'unknown' }],
    checkEnd: async () => ({ kind: 'done', value: recorded('success') }),
  });
  world.buy.payment.returned('success');
  await flushed();
  expect(world.buy.state.phase).toBe('success');
  expect(world.recorded).toHaveLength(1);
});

test('BEY-02 an outcome that arrives after the page was left is told all the same', async () => {
  const world = await paying();
  world.buy.payment.returned('success');
  world.buy.leave();
  await flushed();
  expect(world.told).toEqual(['success: You bought 0.001 BTC for AU$100.00']);
});

/** Whatever this turns out to be, it does so only when the test says. */
function later<T>() {
  let arrive: (value: T) => void = () => undefined;
  const answer = new Promise<T>((resolve) => {
    arrive = resolve;
  });
  return { answer, arrive };
}

describe('PWA-06 who left holds nothing up any more', () => {
  test('while the payment page is being opened', async () => {
    const { answer, arrive } = later<Performed<Opened>>();
    const world = await paying({ open: () => answer });
    world.buy.leave();
    expect(world.held).toBe(1);
    arrive({ kind: 'done', value: opened });
    await flushed();
    expect([world.buy.state.phase, world.held]).toEqual(['form', 0]);
  });

  test('before it is opened: then it never is', async () => {
    const { answer, arrive } = later<boolean>();
    const world = await paying({ testForm: answer });
    world.buy.leave();
    arrive(true);
    await flushed();
    expect([world.opened, world.held]).toEqual([[], 0]);
  });

  test('while its opening is being found out', async () => {
    const { answer, arrive } = later<Fate<Opened>>();
    const world = await paying({
      open: async () => ({ kind: 'unknown' }),
      checkOpen: () => answer,
    });
    world.buy.leave();
    arrive({ kind: 'unknown' });
    await flushed();
    expect(world.held).toBe(0);
  });

  test('at the payment page', async () => {
    const world = await paying();
    expect(world.held).toBe(1);
    world.buy.leave();
    expect(world.held).toBe(0);
  });

  test('while the provider is being asked', async () => {
    const world = await paying({ ends: [done('unknown')] });
    world.buy.payment.returned('success');
    await flushed();
    world.buy.leave();
    await world.advance(10_000);
    expect([world.recorded.length, world.held]).toEqual([1, 0]);
    expect(world.told).toEqual([]);
  });
});

test('BUY-07 a provider that cannot be framed gets the whole page', async () => {
  const world = await paying();
  world.buy.payment.redirect();
  expect(world.went).toBe('https://kopa.example/sandbox/pay/t1');
  expect(world.buy.state.result?.status).toBe('Redirected');
});

test.each([
  ['there was no connection', { kind: 'refused', failure: { kind: 'offline' } }],
  ['the connection broke', { kind: 'refused', failure: { kind: 'network' } }],
] as const)(
  'BUY-06 BEY-02 of a payment that could not be asked for as %s nothing untrue is said, and it is asked for again',
  async (_why, lost) => {
    const world = await paying({ ends: [lost, done('success')] });
    world.buy.payment.returned('success');
    await flushed();
    expect(world.buy.state).toMatchObject({
      phase: 'form',
      result: {
        status: 'Unknown',
        text: expect.stringMatching(/could not be checked.* It is not lost/),
        saved: false,
      },
    });
    world.buy.resume();
    await flushed();
    expect(world.buy.state).toMatchObject({ phase: 'success', result: undefined });
    expect(world.recorded).toHaveLength(2);
  },
);

const told = (data: Partial<Recorded['data']>): Performed<Recorded> => ({
  kind: 'done',
  value: { status: 'success', data: { transaction_id: 'p1', status: 'success', ...data } },
});

test('HARD-14 a purchase at the price of the moment says what was bought, and what was shown', async () => {
  const world = await paying({ ends: [told({ crypto_value: '0.0009' })] });
  world.buy.payment.returned('success');
  await flushed();
  expect(world.buy.state).toMatchObject({
    phase: 'success',
    order: { crypto: '0.0009', agreed: expect.stringMatching(/^0\.001/) },
  });
});

test('HARD-14 a payment that goes back is told as that, and not as a failed one', async () => {
  const world = await paying({ ends: [told({ status: 'failed', refund: 'under-way' })] });
  world.buy.payment.returned('success');
  await flushed();
  expect(world.buy.state).toMatchObject({ phase: 'failure', result: { status: 'Refunded' } });
  expect(world.buy.state.result?.text).toContain('The full amount goes back to your card');
});
