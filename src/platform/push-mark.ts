import { deviceStorage } from './storage.ts';

/** For whom the server was told where this browser's pushes go, and where: it is removed with their session. */
const PUSH_KEY = 'kopa-push';

const markOf = (userId: string, endpoint: string): string => `${userId} ${endpoint}`;

export const markPush = (userId: string, endpoint: string): void => {
  deviceStorage.set(PUSH_KEY, markOf(userId, endpoint));
};

export const unmarkPush = (): void => deviceStorage.remove(PUSH_KEY);

/** Whether this customer has turned pushes on in this browser. */
export const hasPushMark = (userId: string): boolean =>
  deviceStorage.get(PUSH_KEY)?.startsWith(`${userId} `) ?? false;

/** Whether the server was told of this address. */
export const isMarked = (userId: string, endpoint: string): boolean =>
  deviceStorage.get(PUSH_KEY) === markOf(userId, endpoint);
