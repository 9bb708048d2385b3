import { readVault } from '#platform/vault/vault-record.ts';
import { followPress, showNews } from './notification.ts';
import { subscribeAgain } from './renewed-push.ts';

declare const self: ServiceWorkerGlobalScope;

function read(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

export const showPush = (event: PushEvent): Promise<void> =>
  showNews(read(event.data), self.registration, async () => (await readVault())?.userId);

export const renewPush = (event: PushSubscriptionChangeEvent): Promise<void> =>
  subscribeAgain(event, self.registration.pushManager);

export async function openFromPush({ notification, action }: NotificationEvent): Promise<void> {
  notification.close();
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await followPress({ about: notification.data ?? undefined, action }, windows, (page) =>
    self.clients.openWindow(page),
  );
}
