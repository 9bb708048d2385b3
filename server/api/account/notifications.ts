import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { listNotices } from '#server/services/customers/account/list-notices.ts';
import { writeChosen } from '#server/services/messages/notices/notification-settings.ts';
import { readNotifications } from '#server/services/messages/notices/push.ts';
import { subscribe, unsubscribe } from '#server/services/messages/notices/push-subscriptions.ts';

export const notificationsHandlers = {
  deletePushSubscription: async (call) => {
    await unsubscribe(call.deps, signedIn(call).sessionId);
    return { status: 'success' };
  },

  getNotifications: async (call) => {
    return { status: 'success', data: await readNotifications(call.deps, signedIn(call)) };
  },

  listNotices: async (call, request) => {
    const notices = await listNotices(call.deps, signedIn(call), new Date(request.after));
    return { status: 'success', ...notices };
  },

  saveNotifications: async (call, chosen) => {
    const kept = await writeChosen(call.deps, signedIn(call), chosen);
    if (isRefused(kept)) return kept;
    const { popup, email } = kept;
    return { status: 'success', data: { popup: [...popup], email: [...email] } };
  },

  savePushSubscription: async (call, request) =>
    (await subscribe(call.deps, signedIn(call), request)) ?? { status: 'success' },
} satisfies Partial<Handlers>;
