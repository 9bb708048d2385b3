import { getNotifications, savePushSubscription } from '#core/contract/notifications.ts';
import { pushAddress, subscribePush } from '#platform/push.ts';
import { hasPushMark, isMarked, markPush } from '#platform/push-mark.ts';
import { call } from '#transport/call.ts';
import { scope } from '#transport/scope.ts';

/**
 * Tells the server where this browser's pushes go, if that is elsewhere than it was told: browsers renew their addresses, or
 * lose them, and ask nobody (HARD-98). Without it, alarms would stop and only the page of notifications would say so.
 */
export async function keepPush(): Promise<void> {
  const { userId, only } = scope();
  if (userId === undefined || !hasPushMark(userId)) return;
  const now = await only(pushAddress());
  if (now && isMarked(userId, now.endpoint)) return;
  // Blocked in the browser's own settings: the customer has said so.
  if (Notification.permission !== 'granted') return;
  const known = await only(call(getNotifications, {}));
  if (!known.ok) return;
  const address = now ?? (await only(subscribePush(known.value.data.push_key)));
  if (!address) return;
  const saved = await only(call(savePushSubscription, address));
  if (saved.ok) markPush(userId, address.endpoint);
}
