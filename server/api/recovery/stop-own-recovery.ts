import type { stopOwnRecovery as endpoint } from '#core/contract/recovery.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { stopFromDevice } from '#server/services/recovery/stop-recovery.ts';

export const stopOwnRecovery: Handler<typeof endpoint> = async (call) =>
  (await stopFromDevice(call.deps, signedIn(call))) ?? {
    status: 'success',
    message: 'The recovery was stopped',
  };
