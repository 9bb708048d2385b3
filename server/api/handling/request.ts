import { isRefused } from '#server/refusal/refused.ts';
import { listOwnRequests, takeRequest } from '#server/services/customers/requests/requests.ts';
import { type Handlers, signedIn } from './handler.ts';

export const requestHandlers = {
  listRequests: async (call) => {
    const { userId, asOf } = signedIn(call);
    const data = await listOwnRequests(call.deps.db, userId);
    return { status: 'success', data, as_of: asOf.toISOString() };
  },

  sendRequest: async (call, request) => {
    const owner = signedIn(call);
    const data = await takeRequest(call.deps, owner, request);
    return isRefused(data) ? data : { status: 'success', data };
  },
} satisfies Partial<Handlers>;
