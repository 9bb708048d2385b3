import { unmarkPush } from '#platform/kept/push-mark.ts';
import { byHand } from './install.ts';

/** This browser's Web Push, which the customer turns on and off. */
export type PushState =
  /**
   * `unknown`: not checked yet; `not-installed`: this device supports it for installed apps only.
   */
  'unknown' | 'unsupported' | 'not-installed' | 'blocked' | 'off' | 'on';

export interface PushAddress {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const worker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration();

export async function pushState(): Promise<PushState> {
  if (!isSupported()) return byHand() ? 'not-installed' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await (await worker())?.pushManager.getSubscription();
  return subscription ? 'on' : 'off';
}

function addressOf(subscription: PushSubscription): PushAddress | undefined {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : undefined;
}

/** Where this browser's pushes go now; undefined if it has no subscription. */
export async function pushAddress(): Promise<PushAddress | undefined> {
  if (!isSupported()) return undefined;
  const subscription = await (await worker())?.pushManager.getSubscription();
  return subscription ? addressOf(subscription) : undefined;
}

/**
 * Subscribes, asking for permission if the customer has not answered yet. Undefined if it fails.
 */
export async function subscribePush(serverKey: string): Promise<PushAddress | undefined> {
  if (!isSupported() || (await Notification.requestPermission()) !== 'granted') return undefined;
  try {
    const registration = await worker();
    const before = await registration?.pushManager.getSubscription();
    // A subscription made for another server key does not accept messages signed with this one.
    await before?.unsubscribe();
    const made = await registration?.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: serverKey,
    });
    return made && addressOf(made);
  } catch {
    // The browser's push service cannot be reached.
    return undefined;
  }
}

export async function unsubscribePush(): Promise<void> {
  unmarkPush();
  if (!isSupported()) return;
  const subscription = await (await worker())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
