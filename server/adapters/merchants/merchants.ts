import type { MerchantTransaction } from '#core/contract/merchant.ts';

/** The body of the gateway's listing call. */
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
  /** On all pages; null where the gateway does not say. */
  readonly total: number | null;
}

/** The gateway that knows what merchants were paid. */
export interface MerchantGateway {
  /** One page, newest first; undefined where the gateway gave no answer that can be read. */
  list(request: MerchantListingRequest): Promise<MerchantListing | undefined>;
}
