import { expect, test, vi } from 'vitest';
import { subscribeAgain } from './renewed-push.ts';

const applicationServerKey = new Uint8Array([4, 1, 2]).buffer;
const oldSubscription = { options: { applicationServerKey, userVisibleOnly: true } };

test('HARD-98 a push address that the browser took away is asked for again, with the key of before', async () => {
  const subscribe = vi.fn(() => Promise.resolve());
  await subscribeAgain({ oldSubscription, newSubscription: null }, { subscribe });
  expect(subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey }]]);
});

test('HARD-98 where the browser has made another one, or nobody knows the key, none is asked for', async () => {
  const subscribe = vi.fn(() => Promise.reject(new Error('offline')));
  await subscribeAgain({ oldSubscription, newSubscription: {} }, { subscribe });
  await subscribeAgain({ oldSubscription: null, newSubscription: null }, { subscribe });
  expect(subscribe).not.toHaveBeenCalled();
  // A push service that cannot be reached is no failure of the worker.
  await subscribeAgain({ oldSubscription, newSubscription: null }, { subscribe });
});
