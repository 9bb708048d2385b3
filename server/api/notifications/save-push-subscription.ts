import type { savePushSubscription as endpoint } from '#core/contract/notifications.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { refuse } from '#server/refusal/refused.ts';
import { isPushService } from '#server/services/push.ts';

export const savePushSubscription: Handler<typeof endpoint> = async (call, request) => {
  const { deps } = call;
  const { userId, sessionId } = signedIn(call);
  if (!isPushService(request.endpoint)) {
    return refuse('INVALID_INPUT', 'This browser’s push service is not supported.');
  }
  const row = { endpoint: request.endpoint, p256dh: request.p256dh, auth: request.auth };
  await deps.db
    .insertInto('push_subscriptions')
    .values({ session_id: sessionId, user_id: userId, ...row, created_at: deps.clock.sql })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(row))
    .execute();
  return { status: 'success' };
};
