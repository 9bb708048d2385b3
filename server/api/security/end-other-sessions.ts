import type { endOtherSessions as endpoint } from '#core/contract/security.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { endOtherSessions as endOthers } from '#server/services/sessions/sessions.ts';

export const endOtherSessions: Handler<typeof endpoint> = async (call) => {
  const { userId, sessionId } = signedIn(call);
  await endOthers(call.deps, userId, sessionId);
  return { status: 'success' };
};
