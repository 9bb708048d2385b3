import { getMerchantTransactions } from '#core/contract/staff/merchant.ts';
import { forExport } from '#core/contract/wallet/for-export.ts';
import { type Outcome, ok } from '#core/failure.ts';
import { TRANSACTIONS_UNREAD } from '#core/words/staff.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { forgetful } from '#transport/session/scope.ts';
import { createListing, LISTING_LIMIT, type ListingPage } from './listing-state.ts';

const exportedTransactions = forExport(getMerchantTransactions);

interface PageOptions {
  readonly limit?: number;
  readonly signal?: AbortSignal;
  /** The page is read for a file, not for the screen. */
  readonly exported?: boolean;
}

/** One page of transactions, of one merchant or of all. */
export async function listingPage(
  merchant: string,
  page: number,
  { limit = LISTING_LIMIT, signal, exported = false }: PageOptions = {},
): Promise<Outcome<ListingPage>> {
  const outcome = await call(
    exported ? exportedTransactions : getMerchantTransactions,
    {
      page,
      limit,
      search_key: '',
      order: '',
      sourceSearch: '',
      statusSearch: '',
      user_id: merchant,
    },
    signal ? { signal } : {},
  );
  return outcome.ok ? ok(outcome.value.data) : outcome;
}

const listing = () =>
  createListing({
    page: listingPage,
    text: (failure) => failureText(failure, TRANSACTIONS_UNREAD),
    now: serverNow,
  });

export const allListing = forgetful(listing());
export const merchantListing = forgetful(listing());
