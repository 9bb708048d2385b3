import type { logout as endpoint } from '#core/contract/session.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { endSession } from '#server/services/sessions/sessions.ts';

export const logout: Handler<typeof endpoint> = async (call) => {
  const { sessionId, userId } = signedIn(call);
  await endSession(call.deps, userId, sessionId);
  return { status: 'success' };
};
