import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTurn } from './passkey-turn.ts';

/** A browser: it takes one request at a time, and is free again a moment after it was told to stop. */
function browser() {
  let busy = false;
  return (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      if (busy) return reject(new DOMException('A request is already pending.', 'OperationError'));
      busy = true;
      chosen = () => {
        busy = false;
        resolve('passkey');
      };
      signal.addEventListener('abort', () => {
        setTimeout(() => {
          busy = false;
          reject(new DOMException('stopped', 'AbortError'));
        }, 10);
      });
    });
}

/** The person chooses a passkey for the newest request. */
let chosen = (): void => {};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('READ-03 a new request for a passkey ends the one before, and is made once the browser is free', async () => {
  const ask = browser();
  const suggested = inTurn(ask, { suggested: true });
  const made = inTurn(ask);
  await pass(20);
  chosen();
  expect(await suggested).toBe('stopped');
  expect(await made).toBe('passkey');
});

test('READ-03 of three at once the last is made, whatever the order in which the browser gives up the others', async () => {
  const ask = browser();
  const [first, second, third] = [inTurn(ask), inTurn(ask), inTurn(ask)];
  await pass(50);
  chosen();
  expect(await Promise.all([first, second, third])).toEqual(['stopped', 'stopped', 'passkey']);
});

test('READ-03 a suggested request ends with its form and never ends another', async () => {
  const ask = browser();
  const form = new AbortController();
  const suggested = inTurn(ask, { suggested: true, signal: form.signal });
  form.abort();
  await pass(20);
  expect(await suggested).toBe('stopped');
  const dialog = inTurn(ask);
  expect(await inTurn(ask, { suggested: true })).toBe('stopped');
  await pass(0);
  chosen();
  expect(await dialog).toBe('passkey');
  expect(await inTurn(ask, { signal: form.signal })).toBe('stopped');
});

test('READ-03 a browser that never gives a request up is asked all the same, and its failure is not called a refusal', async () => {
  const stuck = inTurn(() => new Promise<string>(() => undefined));
  const next = inTurn(() => Promise.reject(new DOMException('busy', 'OperationError')));
  await pass(1_000);
  expect(await next).toBe('failed');
  void stuck;
});

test.each([
  ['NotAllowedError', 'refused'],
  ['InvalidStateError', 'known'],
  ['AbortError', 'stopped'],
  ['OperationError', 'failed'],
  ['SecurityError', 'failed'],
  ['NotSupportedError', 'failed'],
])('READ-03 the browser’s %s means %s', async (name, cause) => {
  expect(await inTurn(() => Promise.reject(new DOMException('', name)))).toBe(cause);
});
