import type { MerchantGateway } from './merchants.ts';

/** An operator without merchants has no gateway that lists their payments (HARD-98). */
export const noMerchants: MerchantGateway = {
  list: () => Promise.resolve({ details: [], total: 0 }),
};
