import { expect, test, vi } from 'vitest';
import type { ActivateAnswer } from '#platform/worker-messages.ts';
import { activation } from './activation.ts';

/** What a worker answers, which it does before it is active. */
const answerOf = (activate: ReturnType<typeof activation>) => (): Promise<ActivateAnswer> =>
  new Promise((resolve) => void activate(resolve));

function world(flows: number) {
  const skipWaiting = vi.fn(async () => undefined);
  // Never given back: the worker of a test becomes active after it.
  let held = false;
  const locks = {
    request: async (
      _name: string,
      options: LockOptions,
      work: (lock: object | null) => unknown,
    ) => {
      expect(options).toEqual({ mode: 'exclusive', ifAvailable: true });
      const free = flows === 0 && !held;
      held = free || held;
      return work(free ? {} : null);
    },
  } as unknown as LockManager;
  const scope = { skipWaiting };
  return {
    ask: answerOf(activation(scope, locks)),
    without: answerOf(activation(scope, undefined)),
    skipWaiting,
  };
}

test('PWA-06 without a money flow anywhere the new version takes over', async () => {
  const { ask, skipWaiting } = world(0);
  expect(await ask()).toBe('applied');
  expect(skipWaiting).toHaveBeenCalledOnce();
});

test('PWA-06 a money flow in any tab defers it and changes nothing', async () => {
  const { ask, skipWaiting } = world(1);
  expect(await ask()).toBe('deferred');
  expect(skipWaiting).not.toHaveBeenCalled();
});

test('PWA-06 while the browser takes its time to switch, whoever asks again is not put off', async () => {
  const { ask, skipWaiting } = world(0);
  skipWaiting.mockReturnValue(new Promise(() => undefined));
  expect(await ask()).toBe('applied');
  expect(await ask()).toBe('applied');
});

test('PWA-06 without locks the customer who was asked is all there is to know', async () => {
  const { without, skipWaiting } = world(0);
  expect(await without()).toBe('applied');
  expect(skipWaiting).toHaveBeenCalledOnce();
});
