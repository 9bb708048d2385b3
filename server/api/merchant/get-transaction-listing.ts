import type { getMerchantTransactions as endpoint } from '#core/contract/merchant.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { refuse } from '#server/refusal/refused.ts';
import { showTransactions } from '#server/services/admin/merchants.ts';

export const getMerchantTransactions: Handler<typeof endpoint> = async (call, request) => {
  const listing = await showTransactions(call.deps, signedIn(call).userId, request);
  return listing
    ? { status: 'success', data: { details: [...listing.details], total: listing.total } }
    : refuse('UNAVAILABLE', 'Failed to fetch transactions');
};
