import { createUser as endpoint } from '#core/contract/registration.ts';
import { attemptOf, type Handler } from '#server/api/handler.ts';
import { placeOfCaller } from '#server/api/visitor.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { register } from '#server/services/account/register.ts';

export const createUser: Handler<typeof endpoint> = async (call, request) =>
  (await limitAddress(call.deps, call.ip)) ??
  register(call.deps, request, {
    device: call.device,
    ip: call.ip,
    place: placeOfCaller(call),
    attempt: attemptOf(call, endpoint, { email: request.email }),
  });
