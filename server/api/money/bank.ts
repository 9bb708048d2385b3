import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { openBankAccount } from '#server/services/money-in/bank/bank-account.ts';
import { bankOf } from '#server/services/money-in/bank/bank-view.ts';

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
