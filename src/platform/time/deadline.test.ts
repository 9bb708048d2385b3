import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FILE_MS, fetchInTime, isSilence } from './deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that sends parts of a body when told to, and hears when nobody waits for it any more. */
function server() {
  let part: (text: string) => void = () => undefined;
  let end: () => void = () => undefined;
  const get = async (_: string, { signal }: RequestInit): Promise<Response> =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(to) {
          part = (text) => to.enqueue(new TextEncoder().encode(text));
          end = () => to.close();
          signal?.addEventListener('abort', () => to.error(signal.reason));
        },
      }),
    );
  return { get, part: (text: string) => part(text), end: () => end() };
}

const text = async (get: Parameters<typeof fetchInTime>[3]): Promise<unknown> => {
  try {
    return await (await fetchInTime('/file', {}, FILE_MS, get)).text();
  } catch (error) {
    return isSilence(error) ? 'silence' : error;
  }
};

test('HARD-71 a file that nobody sends is given up, before its first byte and after one', async () => {
  const nothing = text(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(FILE_MS);
  expect(await nothing).toBe('silence');
  const one = server();
  const begun = text(one.get);
  await vi.advanceTimersByTimeAsync(FILE_MS - 1);
  one.part('a');
  await vi.advanceTimersByTimeAsync(FILE_MS);
  expect(await begun).toBe('silence');
});

test('HARD-71 a slow file is waited for as long as parts of it arrive', async () => {
  const one = server();
  const slow = text(one.get);
  for (const letter of 'abcdef') {
    await vi.advanceTimersByTimeAsync(FILE_MS - 1);
    one.part(letter);
  }
  one.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(await slow).toBe('abcdef');
});
