import { RECOVERY_STOPPED } from '#core/words/recovery.ts';
import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { askRecovery } from '#server/services/access/recovery/ask-recovery.ts';
import {
  readRecovery,
  recoveryToken,
  reportCheck,
} from '#server/services/access/recovery/prove-recovery.ts';
import { stopByLink, stopFromDevice } from '#server/services/access/recovery/stop-recovery.ts';

export const recoveryHandlers = {
  getRecoveryToken: async ({ deps, ip }, { link }) => {
    const token = (await limitAddress(deps, ip)) ?? (await recoveryToken(deps, link));
    return isRefused(token) ? token : { status: 'success', data: { token } };
  },

  getRecovery: async ({ deps, ip }, { link }) => {
    const data = (await limitAddress(deps, ip)) ?? (await readRecovery(deps, link));
    return isRefused(data) ? data : { status: 'success', data };
  },

  reportRecoveryCheck: async ({ deps, ip }, request) => {
    const { link, kyc_status: status } = request;
    const data = (await limitAddress(deps, ip)) ?? (await reportCheck(deps, link, status));
    return isRefused(data) ? data : { status: 'success', data };
  },

  requestRecovery: async ({ deps, ip }, { email }) =>
    (await limitAddress(deps, ip)) ?? askRecovery(deps, email, ip),

  stopOwnRecovery: async (call) =>
    (await stopFromDevice(call.deps, signedIn(call))) ?? {
      status: 'success',
      message: RECOVERY_STOPPED,
    },

  stopRecovery: async ({ deps, ip }, { link }) => {
    const data = (await limitAddress(deps, ip)) ?? (await stopByLink(deps, link));
    return isRefused(data) ? data : { status: 'success', data };
  },
} satisfies Partial<Handlers>;
