import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerServerFirst } from './pages.ts';
import type { Precache } from './precache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const asked = new Request('https://kopa.example/success?token=1');
const shell = (kept: boolean): Precache =>
  ({ match: async () => (kept ? new Response('the shell') : undefined) }) as unknown as Precache;

/** What has come of an answer after a minute. */
async function after(answer: Promise<Response>): Promise<string | undefined> {
  let text: string | undefined;
  void answer.then(async (response) => {
    text = response.type === 'error' ? 'error' : await response.text();
  });
  await vi.advanceTimersByTimeAsync(60_000);
  return text;
}

test('HARD-71 a return page and an unknown address are answered by the shell if the network swallows the request', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  expect(await after(answerServerFirst(asked, shell(true)))).toBe('the shell');
  // Without the shell the browser says that there is no answer.
  expect(await after(answerServerFirst(asked, shell(false)))).toBe('error');
});

test('HARD-71 the server’s answer comes first', async () => {
  vi.stubGlobal('fetch', async () => new Response('the server'));
  expect(await after(answerServerFirst(asked, shell(true)))).toBe('the server');
});
