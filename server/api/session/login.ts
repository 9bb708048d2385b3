import type { login as endpoint } from '#core/contract/login.ts';
import type { Handler } from '#server/api/handler.ts';
import { placeOfCaller } from '#server/api/visitor.ts';
import { logIn } from '#server/services/log-in.ts';
import { limitAddress } from '#server/services/rate-limit.ts';

export const login: Handler<typeof endpoint> = async (call, request) =>
  (await limitAddress(call.deps, call.ip)) ??
  logIn(call.deps, request, placeOfCaller(call).countryName);
