import type { getNotifications as endpoint } from '#core/contract/notifications.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { readChosen } from '#server/services/notices/notification-settings.ts';
import { pushKey } from '#server/services/notices/push.ts';
import { isSubscribed } from '#server/services/notices/push-subscriptions.ts';

export const getNotifications: Handler<typeof endpoint> = async (call) => {
  const { deps } = call;
  const { userId, sessionId } = signedIn(call);
  const { popup, email } = await readChosen(deps.db, userId);
  return {
    status: 'success',
    data: {
      popup: [...popup],
      email: [...email],
      push_key: await pushKey(deps),
      push_here: await isSubscribed(deps, sessionId),
    },
  };
};
