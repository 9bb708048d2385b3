import type { getOperationOutcome as endpoint } from '#core/contract/operation.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { outcomeOf } from '#server/platform/once.ts';
import { isRefused } from '#server/refusal/refused.ts';

export const getOperationOutcome: Handler<typeof endpoint> = async (call, request) => {
  const data = await outcomeOf(call.deps, {
    userId: signedIn(call).userId,
    key: request.idempotencyKey,
    operation: request.operation,
  });
  return isRefused(data) ? data : { status: 'success', data };
};
