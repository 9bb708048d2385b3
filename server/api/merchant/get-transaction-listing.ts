import type { getMerchantTransactions as endpoint } from '#core/contract/merchant.ts';
import type { Handler } from '#server/api/handler.ts';
import { refuse } from '#server/refusal/refused.ts';

export const getMerchantTransactions: Handler<typeof endpoint> = async ({ deps }, request) => {
  const listing = await deps.parties.merchants.list(request);
  return listing
    ? { status: 'success', data: { details: [...listing.details], total: listing.total } }
    : refuse('UNAVAILABLE', 'Failed to fetch transactions');
};
