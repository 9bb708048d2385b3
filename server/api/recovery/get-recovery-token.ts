import type { getRecoveryToken as endpoint } from '#core/contract/recovery.ts';
import type { Handler } from '#server/api/handler.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { recoveryToken } from '#server/services/recovery/prove-recovery.ts';

export const getRecoveryToken: Handler<typeof endpoint> = async ({ deps, ip }, { link }) => {
  const token = (await limitAddress(deps, ip)) ?? (await recoveryToken(deps, link));
  return isRefused(token) ? token : { status: 'success', data: { token } };
};
