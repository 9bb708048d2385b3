import { REPEATS_HEADER } from '#core/contract/endpoint.ts';
import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { placeOfCaller } from '#server/api/market/visitor.ts';
import { limitAddress } from '#server/platform/rate-limit.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { logIn } from '#server/services/access/sessions/log-in.ts';
import * as sessions from '#server/services/access/sessions/sessions.ts';
import { endSession, renewAccess } from '#server/services/access/sessions/sessions.ts';

export const sessionHandlers = {
  endLeftSession: async ({ deps }, { endToken }) => {
    await sessions.endLeftSession(deps, endToken);
    return { status: 'success' };
  },

  getNewToken: async ({ deps }, { refreshToken }) => {
    const token = await renewAccess(deps, refreshToken);
    return isRefused(token) ? token : { status: 'success', token };
  },

  login: async (call, request) =>
    (await limitAddress(call.deps, call.ip)) ??
    logIn(
      call.deps,
      request,
      { place: (await placeOfCaller(call)).countryName, ip: call.ip },
      { nonce: call.nonce, repeats: call.header(REPEATS_HEADER) },
    ),

  logout: async (call) => {
    const owner = signedIn(call);
    return (await endSession(call.deps, owner, owner.sessionId)) ?? { status: 'success' };
  },
} satisfies Partial<Handlers>;
