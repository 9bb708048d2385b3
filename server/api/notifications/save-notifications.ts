import type { saveNotifications as endpoint } from '#core/contract/notifications.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { writeChosen } from '#server/services/notices/notification-settings.ts';

export const saveNotifications: Handler<typeof endpoint> = async (call, chosen) => {
  const kept = await writeChosen(call.deps, signedIn(call), chosen);
  if (isRefused(kept)) return kept;
  const { popup, email } = kept;
  return { status: 'success', data: { popup: [...popup], email: [...email] } };
};
