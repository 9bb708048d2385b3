import type { generateTwoFactorSecret as endpoint } from '#core/contract/account.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { proposeSecret } from '#server/services/account/two-factor-switch.ts';

export const generateTwoFactorSecret: Handler<typeof endpoint> = async (call) => {
  const data = await proposeSecret(call.deps, signedIn(call));
  return isRefused(data) ? data : { status: 'success', data };
};
