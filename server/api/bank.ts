import { notFound } from '#server/refusal/refusals.ts';
import { openBankAccount } from '#server/services/bank/bank-account.ts';
import { bankOf } from '#server/services/bank/bank-view.ts';
import { type Handlers, signedIn } from './handler.ts';

export const bankHandlers = {
  getBankDetails: async (call) => {
    const customer = signedIn(call);
    const data = await bankOf(call.deps, customer);
    if (!data) return notFound();
    return { status: 'success', data, as_of: customer.asOf.toISOString() };
  },

  openBankAccount: async (call) =>
    (await openBankAccount(call.deps, signedIn(call))) ?? { status: 'success' },
} satisfies Partial<Handlers>;
