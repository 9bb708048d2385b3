import type { requestRecovery as endpoint } from '#core/contract/recovery.ts';
import type { Handler } from '#server/api/handler.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { askRecovery } from '#server/services/recovery/ask-recovery.ts';

export const requestRecovery: Handler<typeof endpoint> = async ({ deps, ip }, { email }) =>
  (await limitAddress(deps, ip)) ?? askRecovery(deps, email, ip);
