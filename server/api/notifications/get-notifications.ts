import type { getNotifications as endpoint } from '#core/contract/notifications.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { readChosen } from '#server/services/notification-settings.ts';
import { pushKey } from '#server/services/push.ts';

export const getNotifications: Handler<typeof endpoint> = async (call) => {
  const { popup, email } = await readChosen(call.deps.db, signedIn(call).userId);
  const push_key = await pushKey(call.deps);
  return { status: 'success', data: { popup: [...popup], email: [...email], push_key } };
};
