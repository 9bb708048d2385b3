import { brand } from '#core/brand.ts';
import { showsApp } from './app-window.ts';
import { textOf } from './push-text.ts';

declare const self: ServiceWorkerGlobalScope;

function read(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

/** Shows what happened (D20). A browser demands that every push shows something. */
export const showPush = (event: PushEvent): Promise<void> =>
  self.registration.showNotification(brand.name, {
    body: textOf(read(event.data)) ?? 'There is news about your account.',
    icon: '/icons/icon-192.png',
    tag: 'news',
  });

/** A press on it brings the app to the front: a window of it where there is one, else a new one. */
export async function openFromPush(event: NotificationEvent): Promise<void> {
  event.notification.close();
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const app = windows.find(showsApp);
  // A browser may have none to give the focus to.
  if (!(await app?.focus().catch(() => undefined))) await self.clients.openWindow('/wallet');
}
