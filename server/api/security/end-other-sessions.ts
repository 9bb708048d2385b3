import type { endOtherSessions as endpoint } from '#core/contract/security.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { endSessions } from '#server/services/sessions.ts';
import { inTransaction } from '#server/store/transaction.ts';

export const endOtherSessions: Handler<typeof endpoint> = async (call) => {
  const { userId, sessionId } = signedIn(call);
  await inTransaction(call.deps.db, (tx) => endSessions(tx, userId, sessionId));
  return { status: 'success' };
};
