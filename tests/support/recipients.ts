import { describeRecipient } from '#core/contract/counterparty.ts';
import type { Counterparty } from '#core/domain/counterparty.ts';
import type { ApiClient, Credential } from './api-client.ts';

/** Whose the recipients of tests are that are about something else (KEEP-07). */
export const ADA: Counterparty = {
  owner: 'other',
  name: 'Ada Lovelace',
  country: 'LT',
  provider: 'Example Exchange',
};

/** Says whose a recipient is, as the page does before the review. */
export const describeTo = (
  api: ApiClient,
  to: { readonly paymentRouteId: string; readonly cryptoAddress: string; readonly tag?: string },
  credential: Credential,
): Promise<unknown> => {
  const { paymentRouteId, cryptoAddress, tag = '' } = to;
  const request = { paymentRouteId, cryptoAddress, tag, counterparty: ADA };
  return api.must(describeRecipient, request, { credential });
};
