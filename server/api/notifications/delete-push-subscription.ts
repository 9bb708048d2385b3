import type { deletePushSubscription as endpoint } from '#core/contract/notifications.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';

export const deletePushSubscription: Handler<typeof endpoint> = async (call) => {
  await call.deps.db
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', signedIn(call).sessionId)
    .execute();
  return { status: 'success' };
};
