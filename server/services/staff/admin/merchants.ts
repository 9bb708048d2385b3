import type { AnswerOf, ParsedRequestOf } from '#core/contract/endpoint.ts';
import type { getMerchantList, getMerchantTransactions } from '#core/contract/staff/merchant.ts';
import type { MerchantListing } from '#server/adapters/merchants/merchants.ts';
import type { Deps } from '#server/deps.ts';
import { recordAlone } from '#server/services/staff/audit/record.ts';

type Merchants = AnswerOf<typeof getMerchantList>['data'];

/** The merchants that an administrator may look at, in their order; recorded before they are shown. */
export async function showMerchants(deps: Deps, actor: string): Promise<Merchants> {
  const merchants = await deps.db
    .selectFrom('merchants')
    .select(['id as merchant_id', 'first_name', 'last_name'])
    .orderBy('position')
    .execute();
  const shown = merchants.map(({ merchant_id }) => merchant_id);
  await recordAlone(deps, { actor, action: 'saw merchants', detail: { shown } });
  return merchants;
}

/** A page of merchants' transactions, recorded in the same way; undefined if the gateway does not answer. */
export async function showTransactions(
  deps: Deps,
  actor: string,
  request: ParsedRequestOf<typeof getMerchantTransactions>,
): Promise<MerchantListing | undefined> {
  const listing = await deps.parties.merchants.list(request);
  if (!listing) return undefined;
  const { user_id: subject, search_key, sourceSearch, ...asked } = request;
  const shown = listing.details.map(({ _id }) => _id);
  await recordAlone(deps, {
    actor,
    action: 'saw transactions',
    subject,
    detail: { ...asked, shown },
    // What somebody searches for may be a person's name or address.
    words: { said: { search_key, sourceSearch } },
  });
  return listing;
}
