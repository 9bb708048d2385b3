import type { getMerchantList as endpoint } from '#core/contract/merchant.ts';
import type { Handler } from '#server/api/handler.ts';
import { listMerchants } from '#server/services/admin/merchants.ts';

export const getMerchantList: Handler<typeof endpoint> = async ({ deps }) => ({
  status: 'success',
  data: await listMerchants(deps.db),
});
