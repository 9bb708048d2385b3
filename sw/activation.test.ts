import { expect, test, vi } from 'vitest';
import { activateOnRequest } from './activation.ts';

const request = (alone: boolean) => ({ type: 'activate', alone }) as const;

function world(pages: number, flows: number) {
  const skipWaiting = vi.fn(async () => undefined);
  const scope = { skipWaiting, clients: { matchAll: async () => Array.from({ length: pages }) } };
  const locks = {
    request: async (
      _name: string,
      options: LockOptions,
      work: (lock: object | null) => unknown,
    ) => {
      expect(options).toEqual({ mode: 'exclusive', ifAvailable: true });
      return work(flows === 0 ? {} : null);
    },
  } as unknown as LockManager;
  return { scope, locks, skipWaiting };
}

test('PWA-06 without a money flow anywhere the new version takes over', async () => {
  const { scope, locks, skipWaiting } = world(3, 0);
  expect(await activateOnRequest(request(false), scope, locks)).toBe('applied');
  expect(skipWaiting).toHaveBeenCalledOnce();
});

test('PWA-06 a money flow in any tab defers it and changes nothing', async () => {
  const { scope, locks, skipWaiting } = world(1, 1);
  expect(await activateOnRequest(request(false), scope, locks)).toBe('deferred');
  expect(await activateOnRequest(request(true), scope, locks)).toBe('deferred');
  expect(skipWaiting).not.toHaveBeenCalled();
});

test('PWA-06 at a cold start it takes over only for a page that is alone', async () => {
  const alone = world(1, 0);
  expect(await activateOnRequest(request(true), alone.scope, alone.locks)).toBe('applied');
  const crowd = world(2, 0);
  expect(await activateOnRequest(request(true), crowd.scope, crowd.locks)).toBe('deferred');
});

test('PWA-06 without locks only a customer who was asked can start it', async () => {
  const { scope, skipWaiting } = world(1, 0);
  expect(await activateOnRequest(request(true), scope, undefined)).toBe('deferred');
  expect(skipWaiting).not.toHaveBeenCalled();
  expect(await activateOnRequest(request(false), scope, undefined)).toBe('applied');
});
