import { expect, test, vi } from 'vitest';
import type { ActivateAnswer } from '#platform/worker/worker-messages.ts';
import { activation } from './activation.ts';

/** The worker's answer, which it gives before it is active. */
const answerOf = (activate: ReturnType<typeof activation>) => (): Promise<ActivateAnswer> =>
  new Promise((resolve) => void activate(resolve));

function world(flows: number) {
  const skipWaiting = vi.fn(async () => undefined);
  // Never released: in these tests the worker never becomes active.
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

test('PWA-06 the new version takes over if no tab is in a money flow', async () => {
  const { ask, skipWaiting } = world(0);
  expect(await ask()).toBe('applied');
  expect(skipWaiting).toHaveBeenCalledOnce();
});

test('PWA-06 a money flow in any tab defers the new version and changes nothing', async () => {
  const { ask, skipWaiting } = world(1);
  expect(await ask()).toBe('deferred');
  expect(skipWaiting).not.toHaveBeenCalled();
});

test('PWA-06 while the browser is still switching, a second request is not deferred', async () => {
  const { ask, skipWaiting } = world(0);
  skipWaiting.mockReturnValue(new Promise(() => undefined));
  expect(await ask()).toBe('applied');
  expect(await ask()).toBe('applied');
});

test('PWA-06 without locks the customer’s consent is enough for the new version to take over', async () => {
  const { without, skipWaiting } = world(0);
  expect(await without()).toBe('applied');
  expect(skipWaiting).toHaveBeenCalledOnce();
});
