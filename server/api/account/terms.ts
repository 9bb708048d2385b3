import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { readTerms } from '#server/services/customers/terms/terms.ts';

export const termsHandlers = {
  getTerms: async (call) => {
    const data = await readTerms(call.deps, signedIn(call));
    return isRefused(data) ? data : { status: 'success', data };
  },
} satisfies Partial<Handlers>;
