import type { getSumsubToken as endpoint } from '#core/contract/identity-widget.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { unavailable } from '#server/refusal/refusals.ts';
import { recipientOf } from '#server/services/notices/recipients.ts';

export const getSumsubToken: Handler<typeof endpoint> = async (call) => {
  const { deps } = call;
  const { userId } = signedIn(call);
  const limited = await limit(deps, {
    key: `identity-token:${userId}`,
    attempts: 30,
    windowSeconds: 3600,
  });
  if (limited) return limited;
  const { email } = await recipientOf(deps.db, userId);
  const token = await deps.parties.identity.accessToken({ id: userId, email });
  return token === undefined ? unavailable() : { status: 'success', data: { token } };
};
