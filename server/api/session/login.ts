import { REPEATS_HEADER } from '#core/contract/endpoint.ts';
import type { login as endpoint } from '#core/contract/login.ts';
import type { Handler } from '#server/api/handler.ts';
import { placeOfCaller } from '#server/api/visitor.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { logIn } from '#server/services/sessions/log-in.ts';

export const login: Handler<typeof endpoint> = async (call, request) =>
  (await limitAddress(call.deps, call.ip)) ??
  logIn(
    call.deps,
    request,
    { place: placeOfCaller(call).countryName, ip: call.ip },
    { nonce: call.nonce, repeats: call.header(REPEATS_HEADER) },
  );
