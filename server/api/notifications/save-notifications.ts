import type { saveNotifications as endpoint } from '#core/contract/notifications.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { writeChosen } from '#server/services/notification-settings.ts';

export const saveNotifications: Handler<typeof endpoint> = async (call, chosen) => {
  const { popup, email } = await writeChosen(call.deps, signedIn(call).userId, chosen);
  return { status: 'success', data: { popup: [...popup], email: [...email] } };
};
