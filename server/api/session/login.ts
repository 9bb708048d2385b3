import type { login as endpoint } from '#core/contract/login.ts';
import type { Handler } from '#server/api/handler.ts';
import { logIn } from '#server/services/log-in.ts';
import { limitAddress } from '#server/services/rate-limit.ts';
import { placeOfCaller } from '#server/services/visitor.ts';

export const login: Handler<typeof endpoint> = async (call, request) =>
  (await limitAddress(call.deps, call.ip)) ??
  logIn(call.deps, request, placeOfCaller(call).countryName);
