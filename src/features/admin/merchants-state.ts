import { getMerchantList } from '#core/contract/staff/merchant.ts';
import { reading } from '#transport/calls/reading.ts';

export const merchants = reading(getMerchantList, {}, { pick: ({ data }) => data });
