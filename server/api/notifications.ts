import { isRefused } from '#server/refusal/refused.ts';
import { endingNotices } from '#server/services/endings/endings.ts';
import { readChosen, writeChosen } from '#server/services/notices/notification-settings.ts';
import { noticesAfter } from '#server/services/notices/notify.ts';
import { pushKey } from '#server/services/notices/push.ts';
import {
  isSubscribed,
  subscribe,
  unsubscribe,
} from '#server/services/notices/push-subscriptions.ts';
import { readRecoveryDue } from '#server/services/recovery/recoveries.ts';
import { termsNotices } from '#server/services/terms/announce.ts';
import { type Handlers, signedIn } from './handler.ts';

export const notificationsHandlers = {
  deletePushSubscription: async (call) => {
    await unsubscribe(call.deps, signedIn(call).sessionId);
    return { status: 'success' };
  },

  getNotifications: async (call) => {
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
  },

  listNotices: async (call, request) => {
    const owner = signedIn(call);
    const { deps } = call;
    const standing = await Promise.all([
      endingNotices(deps, owner.userId),
      termsNotices(deps, owner.userId),
    ]);
    const [notices, recovery_due] = await Promise.all([
      noticesAfter(deps, owner, new Date(request.after), standing.flat()),
      readRecoveryDue(deps.db, owner.userId),
    ]);
    return { status: 'success', ...notices, recovery_due };
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
