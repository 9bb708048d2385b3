import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { eventually } from '#tests/support/eventually.ts';
import { stubSignedIn } from '#transport/session/signed-in.fixture.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);

const answer = (...closes: readonly string[]): Response => {
  const data = closes.map((close, hour) => {
    const at = new Date(hour * 3_600_000).toISOString();
    return { at, open: close, high: close, low: close, close };
  });
  const body = { status: 'success', data, as_of: '2026-11-22T12:00:00.000Z' };
  return new Response(JSON.stringify({ res: seal(transport, body, nonceOf(new Uint8Array(16))) }));
};

/** The requests under way, in the order they were made. */
let questions: PromiseWithResolvers<Response>[];

/** The request at this position, as soon as it has been made. */
const question = (place: number) =>
  eventually(() => {
    const asked = questions[place];
    if (!asked) throw new Error('not asked yet');
    return asked;
  });

beforeEach(() => {
  vi.resetModules();
  questions = [];
  stubSignedIn(() => {
    const asked = Promise.withResolvers<Response>();
    questions.push(asked);
    return asked.promise;
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('AST-01 past prices that were requested earlier do not replace those requested later', async () => {
  const { prices } = await import('./price-state.ts');
  const before = prices.day.anew('BTC');
  await question(0);
  const other = prices.week.anew('BTC');
  await question(1);
  const after = prices.day.anew('BTC');
  (await question(2)).resolve(answer('1', '2'));
  await after;
  (await question(0)).resolve(answer('1'));
  await before;
  expect(prices.day.known.BTC?.data).toHaveLength(2);
  // Another range is a request of its own.
  (await question(1)).resolve(answer('3'));
  await other;
  expect(prices.week.known.BTC).toMatchObject({
    failure: undefined,
    data: [{ price: '3' }],
  });
});
