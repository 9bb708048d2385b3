import type { logout as endpoint } from '#core/contract/session.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { endSession } from '#server/services/sessions.ts';
import { inTransaction } from '#server/store/transaction.ts';

export const logout: Handler<typeof endpoint> = async (call) => {
  const { sessionId, userId } = signedIn(call);
  await inTransaction(call.deps.db, (tx) => endSession(tx, sessionId, userId));
  return { status: 'success' };
};
