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

/** Shows the news (D20). Browsers require that every push shows a notification. */
export const showPush = (event: PushEvent): Promise<void> =>
  self.registration.showNotification(brand.name, {
    body: textOf(read(event.data)) ?? 'There is news about your account.',
    icon: '/icons/icon-192.png',
    tag: 'news',
  });

/** A press on the notification brings a window of the app to the front, or opens a new one. */
export async function openFromPush(event: NotificationEvent): Promise<void> {
  event.notification.close();
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const app = windows.find(showsApp);
  // There may be no such window, or the browser may refuse to focus it.
  if (!(await app?.focus().catch(() => undefined))) await self.clients.openWindow('/wallet');
}
