import type { reportRecoveryCheck as endpoint } from '#core/contract/recovery.ts';
import type { Handler } from '#server/api/handler.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { reportCheck } from '#server/services/recovery/prove-recovery.ts';

export const reportRecoveryCheck: Handler<typeof endpoint> = async ({ deps, ip }, request) => {
  const { link, kyc_status: status } = request;
  const data = (await limitAddress(deps, ip)) ?? (await reportCheck(deps, link, status));
  return isRefused(data) ? data : { status: 'success', data };
};
