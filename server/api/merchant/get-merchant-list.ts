import type { getMerchantList as endpoint } from '#core/contract/merchant.ts';
import type { Handler } from '#server/api/handler.ts';

export const getMerchantList: Handler<typeof endpoint> = async ({ deps }) => ({
  status: 'success',
  data: await deps.db
    .selectFrom('merchants')
    .select(['id as merchant_id', 'first_name', 'last_name'])
    .orderBy('position')
    .execute(),
});
