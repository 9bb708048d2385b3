import { expect, test } from 'vitest';
import { type Failure, fail, type Outcome, ok } from '#core/failure.ts';
import { flushed } from '#platform/time/fake-time.fixture.ts';
import { fakeWorld, quoteAnswer, refused } from './conversion.fixture.ts';
import type { QuoteAnswer } from './conversion-deps.ts';
import { buttonIn, holdingOf } from './conversion-state.ts';
import { sellRules, swapRules } from './rules.ts';
import { TOO_SLOW } from './swap-texts.ts';

const labelOf = (world: ReturnType<typeof fakeWorld>) =>
  buttonIn(world.swap.state, world.rules).label;

async function started(over: Parameters<typeof fakeWorld>[0] = {}) {
  const world = fakeWorld(over);
  world.swap.start();
  await flushed();
  return world;
}

test('SWAP-04 a quote is requested one second after the last keystroke', async () => {
  const world = await started();
  world.swap.type('0');
  world.swap.type('0.');
  world.swap.type('0.1');
  expect(labelOf(world)).toBe('Getting Quote...');
  await world.time.advance(999);
  expect(world.quotes).toEqual([]);
  world.swap.type('0.12');
  await world.time.advance(999);
  expect(world.quotes).toEqual([]);
  await world.time.advance(1);
  expect(world.quotes).toEqual(['BTC>USDT 0.12']);
  expect(world.swap.state).toMatchObject({ quote: 'active', shown: { id: 'quote-1' } });
});

test('SWAP-04 typing clears the quote and the result', async () => {
  const world = await started();
  world.swap.type('1');
  await world.time.advance(1_000);
  expect(labelOf(world)).toBe('Swap');
  world.swap.type('1.2');
  expect(world.swap.state).toMatchObject({ quote: 'loading', shown: undefined, amount: '1.2' });
});

test('SWAP-03 no quote is requested for an empty, zero or unfinished amount', async () => {
  const world = await started();
  for (const text of ['0', '0.', '', '3', '3.']) {
    world.swap.type(text);
    if (text !== '3') await world.time.advance(5_000);
  }
  expect(world.quotes).toEqual([]);
  expect(labelOf(world)).toBe('Enter amount');
});

test('SWAP-03 what is typed is cut to the decimals of the asset that is paid with', async () => {
  const { swap } = await started();
  swap.type('0.123456789');
  expect(swap.state).toMatchObject({ pair: { source: 'BTC' }, amount: '0.12345678' });
  swap.chooseSource('USDC');
  swap.type('1.23456789');
  expect(swap.state).toMatchObject({ pair: { source: 'USDC' }, amount: '1.234567' });
});

test('BEY-08 a pasted amount in another currency is not accepted as an amount of the source asset', async () => {
  const { swap } = await started();
  for (const text of ['$500', '500 USDT']) {
    swap.type(text);
    expect(swap.state).toMatchObject({
      amount: '',
      doubt: 'That isn’t an amount in BTC. Type the amount in BTC.',
    });
  }
  swap.type('0.5 BTC');
  expect(swap.state).toMatchObject({ amount: '0.5', doubt: undefined });
});

test('SWAP-04 SWAP-05 a quick fill requests a quote after 300 ms', async () => {
  const world = await started();
  world.swap.fill(50);
  expect(world.swap.state.amount).toBe('1');
  await world.time.advance(299);
  expect(world.quotes).toEqual([]);
  await world.time.advance(1);
  expect(world.quotes).toEqual(['BTC>USDT 1']);
});

test('SWAP-05 a quick fill of a zero balance shows a message', async () => {
  const world = await started({ balances: { BTC: '0' } });
  const none = { amount: '', error: 'Amount should be more than 0', quote: 'none' };
  world.swap.fill(25);
  expect(world.swap.state).toMatchObject(none);
  // What was typed before is gone too.
  world.swap.type('1');
  world.swap.fill(100);
  expect(world.swap.state).toMatchObject({ ...none, shown: undefined });
});

test('SWAP-06 BEY-06 the quote counts down ten seconds by the server’s clock and is renewed automatically', async () => {
  const world = await started();
  world.swap.type('1');
  await world.time.advance(1_000);
  expect(world.swap.secondsLeft.value).toBe(10);
  await world.time.advance(1_000);
  expect(world.swap.secondsLeft.value).toBe(9);
  await world.time.advance(8_999);
  expect(world.swap.secondsLeft.value).toBe(1);
  expect(buttonIn(world.swap.state, world.rules).enabled).toBe(true);
  await world.time.advance(1);
  expect(world.swap.state).toMatchObject({ quote: 'expired', shown: { id: '' }, amount: '1' });
  expect(buttonIn(world.swap.state, world.rules).enabled).toBe(false);
  await world.time.advance(999);
  expect(world.quotes).toHaveLength(1);
  await world.time.advance(1);
  expect(world.quotes).toEqual(['BTC>USDT 1', 'BTC>USDT 1']);
  expect(world.swap.state).toMatchObject({
    quote: 'active',
    shown: { id: 'quote-2' },
    amount: '1',
  });
});

test('SPEC-12 SWAP-06 no rate is asked for, and none is promised, for an amount above the balance', async () => {
  const world = await started({ balances: { BTC: '0.5' } });
  world.swap.type('1');
  expect(labelOf(world)).toBe('Low Balance');
  await world.time.advance(20_000);
  expect(world.quotes).toEqual([]);
  expect(world.swap.state).toMatchObject({ quote: 'none', shown: undefined, amount: '1' });
  world.swap.retry();
  await world.time.advance(20_000);
  expect(world.quotes).toEqual([]);
  // What is covered is quoted as before.
  world.swap.type('0.5');
  await world.time.advance(1_000);
  expect(world.quotes).toEqual(['BTC>USDT 0.5']);
});

test('SWAP-06 a quote that expires while the page is not attended is renewed when the customer is back', async () => {
  const world = await started();
  world.swap.type('1');
  await world.time.advance(1_000);
  world.attended = false;
  await world.time.advance(60_000);
  expect(world.quotes).toHaveLength(1);
  world.attended = true;
  world.swap.resume();
  await flushed();
  expect(world.quotes).toHaveLength(2);
});

test('SWAP-07 changing an asset or the direction clears amounts and quote', async () => {
  const world = await started();
  for (const change of [
    () => world.swap.chooseTarget('ETH'),
    () => world.swap.chooseSource('SOL'),
    () => world.swap.flip(),
  ]) {
    world.swap.type('1');
    await world.time.advance(1_000);
    expect(world.swap.state.quote).toBe('active');
    change();
    expect(world.swap.state).toMatchObject({ amount: '', quote: 'none', shown: undefined });
  }
});

test('SWAP-09 a quote for inputs that have since changed is ignored', async () => {
  const late: ((answer: Outcome<ReturnType<typeof quoteAnswer>>) => void)[] = [];
  const world = await started({ quote: () => new Promise((resolve) => late.push(resolve)) });
  world.swap.type('1');
  await world.time.advance(1_000);
  world.swap.type('1.2');
  await world.time.advance(1_000);
  expect(late).toHaveLength(2);
  late[1]?.(ok(quoteAnswer('second', world.time.now())));
  await flushed();
  late[0]?.(ok(quoteAnswer('first', world.time.now())));
  await flushed();
  expect(world.swap.state.shown?.id).toBe('second');

  world.swap.type('1.4');
  await world.time.advance(1_000);
  expect(late).toHaveLength(3);
  world.swap.flip();
  late[2]?.(ok(quoteAnswer('third', world.time.now())));
  await flushed();
  expect(world.swap.state).toMatchObject({ quote: 'none', shown: undefined });
});

test('SWAP-09 a failure for inputs that have since changed is ignored too', async () => {
  const late: ((answer: Outcome<ReturnType<typeof quoteAnswer>>) => void)[] = [];
  const world = await started({ quote: () => new Promise((resolve) => late.push(resolve)) });
  world.swap.type('1');
  await world.time.advance(1_000);
  world.swap.type('1.2');
  late[0]?.(refused('Old news'));
  await flushed();
  expect(world.swap.state).toMatchObject({ error: undefined, quote: 'loading' });
});

test('SWAP-12 a refused quote shows the reason, with the pair’s minimum, and keeps the amount', async () => {
  const world = await started({ quote: async () => refused('Amount is less than min amount') });
  world.swap.type('1');
  await world.time.advance(1_000);
  expect(world.swap.state).toMatchObject({
    amount: '1',
    quote: 'none',
    error: 'Amount is less than min amount. Minimum required: 0.001 BTC',
  });
  // The next amount is another one: what was wrong with this one is not said of it.
  world.swap.type('1.2');
  expect(world.swap.state.error).toBeUndefined();
});

test('SWAP-12 a quote request that got no answer is repeated when the connection is back', async () => {
  let answers = 0;
  const world = await started({
    quote: async (at) => (answers++ === 0 ? fail({ kind: 'network' }) : ok(quoteAnswer('q', at))),
  });
  world.swap.type('1');
  await world.time.advance(1_000);
  expect(world.swap.state.error).toBe('network text');
  world.swap.resume();
  await flushed();
  expect(world.swap.state).toMatchObject({ quote: 'active', error: undefined });
});

test('OPS-10 a quote that a busy server refuses says so, and is asked for again when the server says', async () => {
  const busy: Failure = {
    kind: 'refused',
    status: 503,
    refusal: {
      status: 'error',
      code: 'UNAVAILABLE',
      message: 'Kopa is very busy. Try again in 5 s.',
      retryAfter: 5,
    },
  };
  let asked = 0;
  const world = await started({
    quote: async (at) => (asked++ === 0 ? fail(busy) : ok(quoteAnswer('q', at))),
  });
  world.swap.type('1');
  await world.time.advance(1_000);
  expect(world.swap.state).toMatchObject({
    amount: '1',
    quote: 'none',
    error: 'Kopa is very busy. Try again in 5 s.',
  });
  await world.time.advance(4_999);
  expect(asked).toBe(1);
  await world.time.advance(1);
  expect(asked).toBe(2);
  expect(world.swap.state).toMatchObject({ quote: 'active', error: undefined });
});

test('SWAP-15 if the market turns out to be EUR, USDT is removed from the form', async () => {
  const world = await started();
  world.swap.setMarket('EUR');
  expect(world.swap.state).toMatchObject({
    market: 'EUR',
    pair: { source: 'BTC', target: 'USDC' },
  });
});

test('BEY-23 with unknown balances the button is disabled and does not say that the balance is low', async () => {
  const world = await started({ balances: undefined });
  expect(world.swap.state).toMatchObject({ holdings: undefined, holdingsStatus: 'failed' });
  world.swap.type('1');
  await world.time.advance(1_000);
  expect(buttonIn(world.swap.state, world.rules)).toEqual({
    label: 'Swap',
    action: 'confirm',
    enabled: false,
    busy: false,
  });
});

test('PWA-06 a half-filled form and a live quote hold updates off; an empty form does not', async () => {
  const world = await started();
  expect(world.held).toBe(0);
  world.swap.type('1');
  expect(world.held).toBe(1);
  await world.time.advance(30_000);
  expect(world.held).toBe(1);
  world.swap.flip();
  expect(world.held).toBe(0);
  world.swap.type('1');
  world.swap.leave();
  expect(world.held).toBe(0);
});

test('PWA-06 BEY-26 the outcome of a swap also holds updates off until it is dismissed or its page left', async () => {
  const world = await started();
  const swap = async (): Promise<void> => {
    world.swap.type('1');
    await world.time.advance(1_000);
    world.swap.press();
    await flushed();
  };
  await swap();
  expect([world.swap.state.phase, world.swap.state.amount, world.held]).toEqual(['success', '', 1]);
  world.swap.done();
  expect(world.held).toBe(0);
  await swap();
  world.swap.leave();
  expect([world.swap.state.phase, world.held]).toEqual(['success', 0]);
});

test('SWAP-09 after the customer has left, a late answer starts nothing and no quote is requested again', async () => {
  let answer: (quote: Outcome<QuoteAnswer>) => void = () => undefined;
  const world = await started({
    quote: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  world.swap.type('1');
  await world.time.advance(1_000);
  expect(world.quotes).toHaveLength(1);
  world.swap.leave();
  answer(ok(quoteAnswer('late', world.time.now())));
  await world.time.advance(120_000);
  world.swap.retry();
  await flushed();
  expect(world.quotes).toHaveLength(1);
});

/** A started world whose balances are answered when the test says so. */
async function withLateBalances() {
  const answers: ((balances: Record<string, string>) => void)[] = [];
  const world = await started({ balances: () => new Promise((answer) => answers.push(answer)) });
  const available = () => holdingOf(world.swap.state, 'BTC')?.available;
  const answer = async (question: number, balance: string) => {
    answers[question]?.({ BTC: balance });
    await flushed();
  };
  return { world, answer, available };
}

test('a balance requested earlier does not replace one requested later', async () => {
  const { world, answer, available } = await withLateBalances();
  world.swap.resume();
  world.swap.resume();
  await answer(0, '0.3');
  expect(available()).toBe('0.3');
  await answer(2, '0.1');
  await answer(1, '0.2');
  expect(available()).toBe('0.1');
});

test('SWAP-14 a balance requested before the swap is not shown after it', async () => {
  const { world, answer, available } = await withLateBalances();
  await answer(0, '2');
  world.swap.resume();
  world.swap.type('1');
  await world.time.advance(1_000);
  world.swap.press();
  await flushed();
  expect(world.swap.state.phase).toBe('success');
  expect(world.balanceLoads).toBe(3);
  await answer(1, '1.9');
  expect(available()).toBe('2');
  await answer(2, '1');
  expect(available()).toBe('1');
});

test('SWAP-14 BEY-23 if the balance request after a swap gets no answer, it is repeated', async () => {
  let unanswered = false;
  const world = await started({ unanswered: () => unanswered });
  world.swap.type('1');
  await world.time.advance(1_000);
  unanswered = true;
  world.swap.press();
  await flushed();
  expect(world.swap.state).toMatchObject({ phase: 'success', holdingsStale: true });
  world.swap.done();
  await flushed();
  expect(world.balanceLoads).toBe(3);
  unanswered = false;
  world.swap.resume();
  await flushed();
  expect(world.swap.state.holdingsStale).toBe(false);
});

test('SWAP-14 if the connection comes back while the outcome is shown, the balances are loaded behind it', async () => {
  const world = await started();
  world.swap.type('1');
  await world.time.advance(1_000);
  world.swap.press();
  await flushed();
  world.swap.resume();
  await flushed();
  expect(world.balanceLoads).toBe(3);
  world.swap.done();
  await flushed();
  expect(world.balanceLoads).toBe(3);
});

for (const rules of [swapRules, sellRules]) {
  test(`HARD-10 ${rules.kind}: quotes that come too late to be used are not fetched for ever`, async () => {
    let secondsDown = 20;
    const world = await started({
      rules,
      quote: async (now) => {
        const answer = ok(quoteAnswer('late', now + 10_000));
        await new Promise<void>((resolve) =>
          world.time.after(10_000 + secondsDown * 1_000, resolve),
        );
        return answer;
      },
    });
    world.swap.type('1');
    await world.time.advance(120_000);
    expect(world.quotes).toHaveLength(1);
    expect(world.swap.state).toMatchObject({ quote: 'none', shown: undefined, error: TOO_SLOW });
    // With a second left, a confirmation would reach the server too late.
    secondsDown = 9;
    world.swap.retry();
    await world.time.advance(60_000);
    expect(world.quotes).toHaveLength(2);
    expect(world.swap.state).toMatchObject({ quote: 'none', error: TOO_SLOW });
  });
}

test('HARD-10 a slow quote that can still be used is used', async () => {
  const world = await started({
    quote: async (now) => {
      await new Promise<void>((resolve) => world.time.after(6_000, resolve));
      return ok(quoteAnswer('slow', now + 3_000));
    },
  });
  world.swap.type('1');
  await world.time.advance(7_000);
  expect(world.swap.secondsLeft.value).toBe(7);
  expect(buttonIn(world.swap.state, world.rules).enabled).toBe(true);
});

test('HARD-23 a page about an asset begins with it, and with a target that it can be exchanged for', async () => {
  const { swap } = await started({ asset: 'SOL' });
  expect(swap.state.pair).toEqual({ source: 'SOL', target: 'USDC' });
  const sale = await started({ asset: 'ETH', rules: sellRules });
  expect(sale.swap.state.pair.source).toBe('ETH');
});
