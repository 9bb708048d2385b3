import { TRANSACTIONS_UNREAD } from '#core/words/staff.ts';
import { type Handlers, signedIn } from '#server/api/handling/handler.ts';
import { refuse } from '#server/refusal/refused.ts';
import { showMerchants, showTransactions } from '#server/services/staff/admin/merchants.ts';

export const merchantHandlers = {
  getMerchantList: async (call) => ({
    status: 'success',
    data: await showMerchants(call.deps, signedIn(call).userId),
  }),

  getMerchantTransactions: async (call, request) => {
    const listing = await showTransactions(call.deps, signedIn(call).userId, request);
    return listing
      ? { status: 'success', data: { details: [...listing.details], total: listing.total } }
      : refuse('UNAVAILABLE', TRANSACTIONS_UNREAD);
  },
} satisfies Partial<Handlers>;
