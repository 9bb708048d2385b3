import { listWaiting } from '#server/services/waiting/waiting.ts';
import { type Handlers, signedIn } from './handler.ts';

export const waitingHandlers = {
  listWaiting: async (call) => ({
    status: 'success',
    data: await listWaiting(call.deps, signedIn(call).userId),
  }),
} satisfies Partial<Handlers>;
