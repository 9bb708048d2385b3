import type { listNotices as endpoint } from '#core/contract/notifications.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { noticesAfter } from '#server/services/notices/notify.ts';
import { readRecoveryDue } from '#server/services/recovery/recoveries.ts';

export const listNotices: Handler<typeof endpoint> = async (call, request) => {
  const owner = signedIn(call);
  const [notices, recovery_due] = await Promise.all([
    noticesAfter(call.deps, owner, new Date(request.after)),
    readRecoveryDue(call.deps.db, owner.userId),
  ]);
  return { status: 'success', ...notices, recovery_due };
};
