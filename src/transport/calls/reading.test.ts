import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listWaiting } from '#core/contract/money/waiting.ts';
import { listPriceAlerts } from '#core/contract/wallet/price-alerts.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, seal, transportKey } from '#core/envelope/envelope.ts';
import { eventually } from '#tests/support/eventually.ts';
import { stubSignedIn } from '#transport/session/signed-in.fixture.ts';

const key = transportKey(developmentKey.key, developmentKey.iv);
const answer = (): Response =>
  Response.json({ res: seal(key, { status: 'success', data: [] }, nonceOf(new Uint8Array(16))) });

/** The questions on their way, in the order they were asked. */
let questions: PromiseWithResolvers<Response>[];

const question = (place: number) =>
  eventually(() => {
    const asked = questions[place];
    if (!asked) throw new Error('not asked yet');
    return asked;
  });

/** A reading of this page, which keeps how many answers it had, and its customer. */
async function page() {
  const { reading, readings } = await import('./reading.ts');
  const { session } = await import('#transport/session/session.ts');
  let answers = 0;
  const heard: number[] = [];
  const one = reading(
    listWaiting,
    {},
    {
      pick: () => ++answers,
      failed: 'It could not be loaded.',
      heard: (kept) => void heard.push(kept),
    },
  );
  const each = readings(listPriceAlerts, (currency_id) => ({ currency_id }), {
    pick: () => ++answers,
    failed: 'It could not be loaded.',
  });
  const becomes = (id: string): void => {
    if (session.user) session.user.id = id;
  };
  return { one, each, heard, becomes };
}

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

test('an answer to an earlier question does not take the place of a later one’s, nor does its failure', async () => {
  const { one, heard } = await page();
  const asked = [one.load(), one.load(), one.load()];
  (await question(2)).resolve(answer());
  await asked[2];
  (await question(0)).resolve(answer());
  (await question(1)).reject(new TypeError('no connection'));
  await Promise.all(asked);
  expect(one.known).toMatchObject({ data: 1, source: 'server', failure: undefined });
  expect(heard).toEqual([1]);
});

test('a failure leaves what was known, and is gone with the next answer', async () => {
  const { one } = await page();
  const known = one.load();
  (await question(0)).resolve(answer());
  await known;
  const failing = one.load();
  (await question(1)).reject(new TypeError('no connection'));
  await failing;
  expect(one.known).toMatchObject({
    data: 1,
    failure: 'Network error. Check your connection and try again.',
  });
  const again = one.load();
  (await question(2)).resolve(answer());
  await again;
  expect(one.known).toMatchObject({ data: 2, failure: undefined });
});

test('after a change no answer counts that was asked for before it', async () => {
  const { one } = await page();
  const before = one.load();
  await question(0);
  const after = one.changed();
  (await question(0)).resolve(answer());
  await before;
  expect(one.known.data).toBeUndefined();
  (await question(1)).resolve(answer());
  await after;
  expect(one.known.data).toBe(1);
});

test('what something else told is newer than an answer that is still on its way', async () => {
  const { one } = await page();
  const before = one.load();
  await question(0);
  one.know(7);
  (await question(0)).resolve(answer());
  await before;
  expect(one.known.data).toBe(7);
});

test('the answer to another question that says the same has its place in the order', async () => {
  const { one } = await page();
  const { call } = await import('./call.ts');
  const before = one.load();
  await question(0);
  const other = one.told(() => call(listWaiting, {}));
  await question(1);
  const after = one.load();
  (await question(1)).resolve(answer());
  await other;
  (await question(0)).resolve(answer());
  await before;
  expect(one.known).toMatchObject({ data: 1, source: 'server', asOf: expect.any(Date) });
  (await question(2)).resolve(answer());
  await after;
  expect(one.known.data).toBe(2);
});

test('what is asked anew says nothing meanwhile of what failed before', async () => {
  const { one } = await page();
  const failing = one.load();
  (await question(0)).reject(new TypeError('no connection'));
  await failing;
  expect(one.known.failure).toEqual(expect.any(String));
  const again = one.anew();
  expect(one.known.failure).toBeUndefined();
  (await question(1)).resolve(answer());
  await again;
  expect(one.known).toMatchObject({ data: 1, failure: undefined });
});

test('READ-01 nobody sees what was known of somebody else, or what is answered to them', async () => {
  const { one, becomes } = await page();
  one.know(7);
  void one.load();
  await question(0);
  becomes('u2');
  expect(one.known.data).toBeUndefined();
  (await question(0)).resolve(answer());
  const theirs = one.load();
  (await question(1)).resolve(answer());
  await theirs;
  expect(one.known.data).toBe(1);
});

test('an answer about one thing does not outdate those about others', async () => {
  const { each } = await page();
  const asked = [each.load('BTC'), each.load('ETH'), each.load('BTC')];
  (await question(2)).resolve(answer());
  await asked[2];
  (await question(1)).resolve(answer());
  (await question(0)).resolve(answer());
  await Promise.all(asked);
  expect(each.known).toMatchObject({ BTC: { data: 1 }, ETH: { data: 2 } });
});

test('a failure about one thing leaves what was known of it, and says nothing of the others', async () => {
  const { each } = await page();
  const known = each.load('BTC');
  (await question(0)).resolve(answer());
  await known;
  const failing = each.load('BTC');
  (await question(1)).reject(new TypeError('no connection'));
  await failing;
  const failure = 'Network error. Check your connection and try again.';
  expect(each.known).toMatchObject({ BTC: { data: 1, failure } });
  expect(each.known.ETH).toBeUndefined();
});

test('a change of one thing outdates the answers about it alone', async () => {
  const { each } = await page();
  const asked = [each.load('BTC'), each.load('ETH')];
  await question(1);
  const after = each.changed('BTC');
  (await question(0)).resolve(answer());
  (await question(1)).resolve(answer());
  await Promise.all(asked);
  expect(each.known.BTC?.data).toBeUndefined();
  expect(each.known.ETH).toMatchObject({ data: 1 });
  (await question(2)).resolve(answer());
  await after;
  expect(each.known.BTC).toMatchObject({ data: 2 });
});

test('READ-01 nobody sees what was known of somebody else’s things, or what is answered to them', async () => {
  const { each, becomes } = await page();
  const known = each.load('BTC');
  (await question(0)).resolve(answer());
  await known;
  void each.load('ETH');
  await question(1);
  becomes('u2');
  expect(each.known).toEqual({});
  (await question(1)).resolve(answer());
  const theirs = each.load('BTC');
  (await question(2)).resolve(answer());
  await theirs;
  expect(each.known).toMatchObject({ BTC: { data: 2 } });
  expect(each.known.ETH).toBeUndefined();
});
