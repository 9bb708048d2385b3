import type { endDeviceSession as endpoint } from '#core/contract/security.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { endSession } from '#server/services/sessions.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** Signs one device out; another customer's is not found. */
export const endDeviceSession: Handler<typeof endpoint> = (call, { sessionId }) =>
  inTransaction(call.deps.db, async (tx) =>
    (await endSession(tx, sessionId, signedIn(call).userId))
      ? { status: 'success' as const }
      : notFound(),
  );
