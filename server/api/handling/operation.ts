import { hashDevice, outcomeOf } from '#server/platform/operations.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { type Handlers, signedIn } from './handler.ts';

export const operationHandlers = {
  getAttemptOutcome: async (call, request) => {
    const { idempotencyKey: key, operation: path } = request;
    const data = await outcomeOf(call.deps, { browser: hashDevice(call.device), key, path });
    return isRefused(data) ? data : { status: 'success', data };
  },

  getOperationOutcome: async (call, request) => {
    const data = await outcomeOf(call.deps, {
      userId: signedIn(call).userId,
      key: request.idempotencyKey,
      path: request.operation,
    });
    return isRefused(data) ? data : { status: 'success', data };
  },
} satisfies Partial<Handlers>;
