import type { getRecovery as endpoint } from '#core/contract/recovery.ts';
import type { Handler } from '#server/api/handler.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { readRecovery } from '#server/services/recovery/prove-recovery.ts';

export const getRecovery: Handler<typeof endpoint> = async ({ deps, ip }, { link }) => {
  const data = (await limitAddress(deps, ip)) ?? (await readRecovery(deps, link));
  return isRefused(data) ? data : { status: 'success', data };
};
