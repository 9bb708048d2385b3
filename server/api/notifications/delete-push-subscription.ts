import type { deletePushSubscription as endpoint } from '#core/contract/notifications.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { unsubscribe } from '#server/services/notices/push-subscriptions.ts';

export const deletePushSubscription: Handler<typeof endpoint> = async (call) => {
  await unsubscribe(call.deps, signedIn(call).sessionId);
  return { status: 'success' };
};
