import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jsonLog } from '#server/log.ts';
import { Provider } from '#tests/support/provider.ts';
import { fetchText } from './fetch-text.ts';
import { logProviderFailures } from './provider-failures.ts';

let lines: string[] = [];
let stop: () => void;
beforeEach(() => {
  lines = [];
  stop = logProviderFailures(jsonLog((line) => lines.push(line)));
});
afterEach(() => {
  vi.useRealTimers();
  stop();
});

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

test('why a provider gives no answer is logged with its host, once in a while, and with nothing of the request', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const provider = new Provider(() => ({ status: 401, body: 'the key k3y is wrong' }));
  const base = await provider.start();
  const ask = () =>
    fetchText(`${base}/customers/jo?key=k3y`, {
      headers: { authorization: 'k3y' },
      body: 'jo',
      method: 'POST',
    });
  const { host } = new URL(base);
  for (let i = 0; i < 3; i++) expect(await ask()).toBeUndefined();
  expect(logged()).toMatchObject([
    { level: 'warn', event: 'provider gave no answer', host, status: 401 },
  ]);
  provider.answerWith(() => ({ status: 500 }));
  await ask();
  expect(logged().map(({ status }) => status)).toEqual([401, 500]);
  provider.answerWith(() => 'all is well');
  expect(await ask()).toBe('all is well');
  expect(lines).toHaveLength(2);
  provider.answerWith(() => ({ status: 500 }));
  await ask();
  expect(lines).toHaveLength(2);
  vi.advanceTimersByTime(600_000);
  await ask();
  expect(logged().map(({ status }) => status)).toEqual([401, 500, 500]);
  expect(lines.join()).not.toMatch(/k3y|jo/);
  await provider.stop();
});

test('a closed port, an answer that is too long and one that does not come are told apart', async () => {
  const nobody = new Provider(() => '');
  const closed = await nobody.start();
  await nobody.stop();
  expect(await fetchText(closed)).toBeUndefined();
  const provider = new Provider(() => 'x'.repeat(2_000_001));
  const base = await provider.start();
  expect(await fetchText(base)).toBeUndefined();
  await provider.stop();
  const slow = new Provider(() => new Promise<never>(() => {}));
  const silent = await slow.start();
  expect(await fetchText(silent, { timeoutMs: 20 })).toBeUndefined();
  await slow.stop();
  expect(logged().map(({ code }) => code)).toEqual(['ECONNREFUSED', 'TooLong', 'TimeoutError']);
});
