import type { endDeviceSession as endpoint } from '#core/contract/security.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { endSession } from '#server/services/sessions/sessions.ts';

/** Signs one device out; another customer's is not found. */
export const endDeviceSession: Handler<typeof endpoint> = async (call, { sessionId }) =>
  (await endSession(call.deps, signedIn(call).userId, sessionId))
    ? { status: 'success' }
    : notFound();
