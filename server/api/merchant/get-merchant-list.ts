import type { getMerchantList as endpoint } from '#core/contract/merchant.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { showMerchants } from '#server/services/admin/merchants.ts';

export const getMerchantList: Handler<typeof endpoint> = async (call) => ({
  status: 'success',
  data: await showMerchants(call.deps, signedIn(call).userId),
});
