import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { listWaiting } from '#server/services/records/waiting/waiting.ts';

export const waitingHandlers = {
  listWaiting: async (call) => ({
    status: 'success',
    data: await listWaiting(call.deps, signedIn(call).userId),
  }),
} satisfies Partial<Handlers>;
