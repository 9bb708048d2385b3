import { describeRecipient } from '#core/contract/money/counterparty.ts';
import type { Counterparty } from '#core/people/counterparty.ts';
import type { ApiClient, Credential } from './api-client.ts';

/** The owner of recipients (KEEP-07) in tests that are about something else. */
export const ADA: Counterparty = {
  owner: 'other',
  name: 'Ada Lovelace',
  country: 'LT',
  provider: 'Example Exchange',
};

/** Tells the server who owns a recipient, as the page does before the review. */
export const describeTo = (
  api: ApiClient,
  to: { readonly paymentRouteId: string; readonly cryptoAddress: string; readonly tag?: string },
  credential: Credential,
): Promise<unknown> => {
  const { paymentRouteId, cryptoAddress, tag = '' } = to;
  const request = { paymentRouteId, cryptoAddress, tag, counterparty: ADA };
  return api.must(describeRecipient, request, { credential });
};
