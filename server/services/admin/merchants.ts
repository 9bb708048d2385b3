import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { getMerchantList } from '#core/contract/merchant.ts';
import type { Reader } from '#server/store/schema.ts';

/** The merchants whose transactions an administrator may look at, in the order they are shown in. */
export const listMerchants = (reader: Reader): Promise<AnswerOf<typeof getMerchantList>['data']> =>
  reader
    .selectFrom('merchants')
    .select(['id as merchant_id', 'first_name', 'last_name'])
    .orderBy('position')
    .execute();
