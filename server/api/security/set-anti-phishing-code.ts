import type { setAntiPhishingCode as endpoint } from '#core/contract/security.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { limit } from '#server/platform/rate-limit.ts';
import { setAntiPhishingCode as set } from '#server/services/account/anti-phishing.ts';

export const setAntiPhishingCode: Handler<typeof endpoint> = async (call, { code }) => {
  const { deps } = call;
  const owner = signedIn(call);
  const limited = await limit(deps, {
    key: `anti-phishing:${owner.userId}`,
    attempts: 20,
    windowSeconds: 3600,
  });
  if (limited) return limited;
  const refused = await set(deps, owner, code);
  return refused ?? { status: 'success', message: 'Your anti-phishing code has been saved' };
};
