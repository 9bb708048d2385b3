import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jsonLog } from '#server/base/log.ts';
import { type Answer, Provider } from '#tests/support/provider.ts';
import { partyLine, TOO_LONG } from './party-line.ts';
import { logProviderFailures } from './party-told.ts';

let lines: string[] = [];
let stop: () => void;
let now = 0;
let chance = 0;
beforeEach(() => {
  lines = [];
  now = 0;
  chance = 0;
  stop = logProviderFailures(jsonLog((line) => lines.push(line)));
});
afterEach(() => {
  vi.useRealTimers();
  stop();
});

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const line = () => partyLine('merchants', { now: () => now, chance: () => chance });

test('why a provider gives no answer is logged with its host, once in a while, and with nothing of the request', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const provider = new Provider(() => ({ status: 401, body: 'the key k3y is wrong' }));
  const base = await provider.start();
  const { ask: askParty } = line();
  const ask = async () =>
    (
      await askParty(
        `${base}/customers/jo?key=k3y`,
        { headers: { authorization: 'k3y' }, body: 'jo', method: 'POST' },
        String,
      )
    ).kind;
  const { host } = new URL(base);
  for (let i = 0; i < 3; i++) expect(await ask()).toBe('not-allowed');
  expect(logged()).toMatchObject([
    { level: 'warn', event: 'provider does not let us in', party: 'merchants', host, why: '401' },
  ]);
  provider.answerWith(() => ({ status: 500 }));
  await ask();
  expect(logged().map(({ why }) => why)).toEqual(['401', '500']);
  provider.answerWith(() => 'all is well');
  expect(await ask()).toBe('told');
  expect(lines).toHaveLength(2);
  provider.answerWith(() => ({ status: 500 }));
  await ask();
  expect(lines).toHaveLength(2);
  vi.advanceTimersByTime(600_000);
  await ask();
  expect(logged().map(({ why }) => why)).toEqual(['401', '500', '500']);
  expect(lines.join()).not.toMatch(/k3y|jo/);
  await provider.stop();
});

test('a closed port, an answer that is too long and one that does not come are told apart', async () => {
  const nobody = new Provider(() => '');
  const closed = await nobody.start();
  await nobody.stop();
  const { ask, file } = line();
  expect((await ask(closed, {}, String)).kind).toBe('silent');
  const provider = new Provider(() => 'x'.repeat(2_000_001));
  const base = await provider.start();
  expect((await ask(base, {}, String)).kind).toBe('unreadable');
  expect(await file(base, {})).toEqual({ kind: 'told', value: TOO_LONG });
  await provider.stop();
  const slow = new Provider(() => new Promise<never>(() => {}));
  const silent = await slow.start();
  expect((await ask(silent, { timeoutMs: 20 }, String)).kind).toBe('silent');
  await slow.stop();
  expect(logged().map(({ why }) => why)).toEqual(['ECONNREFUSED', TOO_LONG, 'TimeoutError']);
});

/** How long a party that has answered so is left alone. */
async function pauseAfter(answer: Answer): Promise<number> {
  let answers: readonly Answer[] = [answer];
  const provider = new Provider(() => {
    const [first = 'ok'] = answers;
    answers = answers.slice(1);
    return first;
  });
  const base = await provider.start();
  const { ask } = line();
  await ask(base, {}, String);
  while (provider.seen.length === 1 && now < 7_200_000) {
    now += 500;
    await ask(base, {}, String);
  }
  await provider.stop();
  return now;
}

test.each([
  ['seconds', '60', 60_000],
  ['a date', new Date(90_000).toUTCString(), 90_000],
  ['a moment that is over', new Date(0).toUTCString(), 1_000],
  ['more than an hour', '86400', 3600_000],
  ['nonsense', 'soon', 5_000],
  ['nothing', undefined, 5_000],
])('READ-15 a party that names its pause by %s is left alone for it', async (_, header, ms) => {
  const headers = header === undefined ? {} : { 'retry-after': header };
  expect(await pauseAfter({ status: 429, headers })).toBe(ms);
});

test('READ-15 pauses are longer by chance, by a fifth at most, so that processes do not come back together', async () => {
  const limited = { status: 429, headers: { 'retry-after': '60' } };
  chance = 0.5;
  expect(await pauseAfter(limited)).toBe(66_000);
  now = 0;
  chance = 1;
  expect(await pauseAfter(limited)).toBe(72_000);
});

test('READ-15 a party in trouble that names a pause is left alone as well, and is silent, not busy', async () => {
  const provider = new Provider(() => ({ status: 503, headers: { 'retry-after': '60' } }));
  const base = await provider.start();
  const { ask } = line();
  expect((await ask(base, {}, String)).kind).toBe('silent');
  expect((await ask(base, {}, String)).kind).toBe('not-yet');
  expect(provider.seen).toHaveLength(1);
  await provider.stop();
});

test('READ-15 a party that wants fewer questions and names no time is left alone for longer each time', async () => {
  const provider = new Provider(() => ({ status: 429 }));
  const base = await provider.start();
  const { ask } = line();
  const sentAt: number[] = [];
  while (now < 1_200_000) {
    const before = provider.seen.length;
    await ask(base, {}, String);
    if (provider.seen.length > before) sentAt.push(now);
    now += 1_000;
  }
  expect(sentAt.slice(1).map((at, one) => at - (sentAt[one] ?? 0))).toEqual([
    5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000,
  ]);
  await provider.stop();
});

test('READ-15 a redirect is not followed: the key in a header stays with the host it is for', async () => {
  const other = new Provider(() => 'secret');
  const target = await other.start();
  const provider = new Provider(() => ({ status: 307, headers: { location: target } }));
  const base = await provider.start();
  expect((await line().ask(base, {}, String)).kind).toBe('unreadable');
  expect(other.seen).toEqual([]);
  await Promise.all([provider.stop(), other.stop()]);
});
