import type { saveNotifications as endpoint } from '#core/contract/notifications.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { writeChosen } from '#server/services/notification-settings.ts';
import { inTransaction } from '#server/store/transaction.ts';

export const saveNotifications: Handler<typeof endpoint> = async (call, chosen) => {
  const { userId } = signedIn(call);
  const { popup, email } = await inTransaction(call.deps.db, (tx) =>
    writeChosen(tx, userId, chosen),
  );
  return { status: 'success', data: { popup: [...popup], email: [...email] } };
};
