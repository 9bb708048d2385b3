import type { getMerchantTransactions as endpoint } from '#core/contract/merchant.ts';
import type { Handler } from '#server/api/handler.ts';
import { listMerchantTransactions } from '#server/services/merchant-listing.ts';

export const getMerchantTransactions: Handler<typeof endpoint> = async ({ deps }, request) => ({
  status: 'success',
  data: await listMerchantTransactions(deps.db, request),
});
