import { deleteAddress, listAddresses, saveAddress } from '#core/contract/account/address-book.ts';
import type { AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import { getPaymentRoutes } from '#core/contract/money/funds.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { reading } from '#transport/calls/reading.ts';
import { recipients } from '#transport/money/saved-recipients.ts';

/** The saved addresses and accounts; those on screen stay until an answer has arrived. */
export const book = reading(
  listAddresses,
  {},
  {
    pick: ({ data }) => data,
    failed: 'Your address book could not be loaded.',
    heard: ({ crypto }) => recipients.know(crypto),
  },
);

/** Which network a currency can be sent on. */
export const payable = reading(
  getPaymentRoutes,
  { limit: 100, offset: 0 },
  { pick: ({ data }) => data },
);

export const loadBook = (): Promise<unknown> => Promise.all([book.load(), payable.load()]);

/** Returns an error text, or undefined. The book is read again in any case, because the answer may be lost. */
async function change<E extends AnyEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
): Promise<string | undefined> {
  const outcome = await call(endpoint, request);
  book.outdate();
  await loadBook();
  return outcome.ok
    ? undefined
    : failureText(outcome.failure, 'Something went wrong. Please try again.');
}

export const save = (request: RequestOf<typeof saveAddress>): Promise<string | undefined> =>
  change(saveAddress, request);

export const remove = (address_id: string): Promise<string | undefined> =>
  change(deleteAddress, { address_id });
