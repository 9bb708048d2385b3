import { serverNow } from '#platform/time/server-clock.ts';
import { deviceStorage } from './storage.ts';

/**
 * For whom the server was told where this browser's pushes go, where, and when it last said so: it is removed with their
 * session.
 */
const PUSH_KEY = 'kopa-push';
const DAY_MS = 86_400_000;

export const markPush = (userId: string, endpoint: string): void => {
  deviceStorage.set(PUSH_KEY, `${userId} ${endpoint} ${serverNow()}`);
};

/** Pushes are on for this customer, and nobody knows any more which address the server was told. */
export const expectPush = (userId: string): void => markPush(userId, '');

export const unmarkPush = (): void => deviceStorage.remove(PUSH_KEY);

/** Whether this customer has turned pushes on in this browser. */
export const hasPushMark = (userId: string): boolean =>
  deviceStorage.get(PUSH_KEY)?.startsWith(`${userId} `) ?? false;

/**
 * Whether the server was told of this address. It may have heard since that the address is gone, so `fresh` says whether
 * that was within a day.
 */
export function markOf(
  userId: string,
  endpoint: string,
): { readonly told: boolean; readonly fresh: boolean } {
  const [id, address, at] = (deviceStorage.get(PUSH_KEY) ?? '').split(' ');
  const told = id === userId && address === endpoint;
  return { told, fresh: told && Math.abs(serverNow() - Number(at)) < DAY_MS };
}
