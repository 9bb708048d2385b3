import type { savePushSubscription as endpoint } from '#core/contract/notifications.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { subscribe } from '#server/services/notices/push-subscriptions.ts';

export const savePushSubscription: Handler<typeof endpoint> = async (call, request) =>
  (await subscribe(call.deps, signedIn(call), request)) ?? { status: 'success' };
