import type { changePassword as endpoint } from '#core/contract/account.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { changePassword as change } from '#server/services/account/change-password.ts';

export const changePassword: Handler<typeof endpoint> = async (call, request) => {
  const { deps } = call;
  const session = signedIn(call);
  const limited = await limit(deps, {
    key: `change-password:${session.userId}`,
    attempts: 10,
    windowSeconds: 3600,
  });
  if (limited) return limited;
  const refused = await change(deps, session, request);
  return refused ?? { status: 'success', message: 'The password has been successfully changed' };
};
