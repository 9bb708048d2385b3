import { presentOf } from '#server/platform/instant.ts';
import { openBankAccount } from '#server/services/bank/bank-account.ts';
import { bankOf } from '#server/services/bank/bank-view.ts';
import { type Handlers, signedIn } from './handler.ts';

export const bankHandlers = {
  getBankDetails: async (call) => {
    const asOf = await presentOf(call.deps);
    const data = await bankOf(call.deps, signedIn(call).userId);
    return { status: 'success', data, as_of: asOf.toISOString() };
  },

  openBankAccount: async (call) =>
    (await openBankAccount(call.deps, signedIn(call))) ?? { status: 'success' },
} satisfies Partial<Handlers>;
