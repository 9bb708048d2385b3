import type { createUser as endpoint } from '#core/contract/registration.ts';
import type { Handler } from '#server/api/handler.ts';
import { placeOfCaller } from '#server/api/visitor.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { register } from '#server/services/account/register.ts';

export const createUser: Handler<typeof endpoint> = async (call, request) =>
  (await limitAddress(call.deps, call.ip)) ??
  (await register(call.deps, request, placeOfCaller(call))) ?? {
    status: 'success',
    message: 'Account created successfully!',
  };
