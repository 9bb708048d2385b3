import { isRefused } from '#server/refusal/refused.ts';
import { readTerms } from '#server/services/terms/terms.ts';
import { type Handlers, signedIn } from './handler.ts';

export const termsHandlers = {
  getTerms: async (call) => {
    const data = await readTerms(call.deps, signedIn(call));
    return isRefused(data) ? data : { status: 'success', data };
  },
} satisfies Partial<Handlers>;
