import type { listNotices as endpoint } from '#core/contract/notifications.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { noticesAfter } from '#server/services/notices/notify.ts';

export const listNotices: Handler<typeof endpoint> = async (call, request) => ({
  status: 'success',
  ...(await noticesAfter(call.deps, signedIn(call), new Date(request.after))),
});
