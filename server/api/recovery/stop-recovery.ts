import type { stopRecovery as endpoint } from '#core/contract/recovery.ts';
import type { Handler } from '#server/api/handler.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { stopByLink } from '#server/services/recovery/stop-recovery.ts';

export const stopRecovery: Handler<typeof endpoint> = async ({ deps, ip }, { link }) => {
  const data = (await limitAddress(deps, ip)) ?? (await stopByLink(deps, link));
  return isRefused(data) ? data : { status: 'success', data };
};
