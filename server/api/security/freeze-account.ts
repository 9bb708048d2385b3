import type { freezeAccount as endpoint } from '#core/contract/security.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { freezeFromApp } from '#server/services/account/report-not-me.ts';

export const freezeAccount: Handler<typeof endpoint> = async (call, { password }) => {
  const frozen = await freezeFromApp(call.deps, signedIn(call), password);
  if (isRefused(frozen)) return frozen;
  const { stopped, gone, factor } = frozen.facts;
  return { status: 'success', data: { stopped: [...stopped], gone: [...gone], factor } };
};
