import type { getAttemptOutcome as endpoint } from '#core/contract/operation.ts';
import type { Handler } from '#server/api/handler.ts';
import { hashDevice, outcomeOf } from '#server/platform/once.ts';
import { isRefused } from '#server/refusal/refused.ts';

export const getAttemptOutcome: Handler<typeof endpoint> = async (call, request) => {
  const { idempotencyKey: key, operation } = request;
  const data = await outcomeOf(call.deps, { browser: hashDevice(call.device), key, operation });
  return isRefused(data) ? data : { status: 'success', data };
};
