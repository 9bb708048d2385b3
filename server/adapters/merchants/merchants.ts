import type { MerchantTransaction } from '#core/contract/staff/merchant.ts';

/** The body of a listing call to the gateway. */
export interface MerchantListingRequest {
  readonly page: number;
  readonly limit: number;
  readonly search_key: string;
  readonly order: string;
  readonly sourceSearch: string;
  readonly statusSearch: string;
  /** The merchant's id; empty for all of them. */
  readonly user_id: string;
}

export interface MerchantListing {
  readonly details: readonly MerchantTransaction[];
  /** The number of transactions on all pages; null if the gateway does not tell it. */
  readonly total: number | null;
}

/** The payment gateway that lists the payments to merchants. */
export interface MerchantGateway {
  /** One page, newest first; undefined without a readable answer. */
  list(request: MerchantListingRequest): Promise<MerchantListing | undefined>;
}
