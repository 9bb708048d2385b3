import { getNotifications, savePushSubscription } from '#core/contract/account/notifications.ts';
import { pushAddress, subscribePush, unsubscribePush } from '#platform/device/push-subscription.ts';
import { hasPushMark, markOf, markPush } from '#platform/kept/push-mark.ts';
import { call } from '#transport/calls/call.ts';
import { scope } from '#transport/session/scope.ts';
import { inPushTurn } from './push-turn.ts';

/**
 * Tells the server where this browser's pushes go, if that is elsewhere than it was told: browsers renew their addresses, or
 * lose them, and ask nobody (HARD-98). Without it, alarms would stop and only the page of notifications would say so. Once
 * a day the server is asked whether it still has the address: if the push service has called it gone, another is made.
 */
export async function keepPush(): Promise<void> {
  const { userId, gone } = scope();
  if (userId === undefined) return;
  // Pushes may be turned off meanwhile, here or in another tab.
  const isWanted = (): boolean => !gone.aborted && hasPushMark(userId);
  await inPushTurn(async () => {
    const now = await pushAddress();
    // Blocked in the browser's own settings: the customer has said so.
    if (!isWanted() || Notification.permission !== 'granted') return;
    const { told, fresh } = now ? markOf(userId, now.endpoint) : { told: false, fresh: false };
    if (fresh) return;
    const known = await call(getNotifications, {});
    if (!known.ok || !isWanted()) return;
    const { push_key, push_here } = known.value.data;
    const isKept = told && push_here;
    const address = now && (isKept || !told) ? now : await subscribePush(push_key);
    if (!address) return;
    const isSaved = isWanted() && (isKept || (await call(savePushSubscription, address)).ok);
    if (!isWanted()) await unsubscribePush();
    else if (isSaved) markPush(userId, address.endpoint);
  });
}
