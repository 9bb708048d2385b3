import {
  deleteAddress,
  listAddresses,
  type SavedCryptoAddress,
  type SavedFiatAccount,
  saveAddress,
} from '#core/contract/account/address-book.ts';
import type { AnyEndpoint, RequestOf } from '#core/contract/endpoint.ts';
import { getPaymentRoutes, type PaymentRoute } from '#core/contract/money/funds.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { recipients } from '#transport/money/saved-recipients.ts';
import { scopedStore } from '#transport/session/scope.ts';

export interface AddressBook {
  status: 'loading' | 'ready' | 'failed';
  crypto: readonly SavedCryptoAddress[];
  fiat: readonly SavedFiatAccount[];
  /** Which network a currency can be sent on. */
  routes: readonly PaymentRoute[];
  failure: string;
}

const empty = (): AddressBook => ({
  status: 'loading',
  crypto: [],
  fiat: [],
  routes: [],
  failure: '',
});

export const book = scopedStore(empty);

const questions = inOrder();

/** Loads the address book; the one on screen stays until the answer has arrived. */
export async function loadBook(): Promise<void> {
  const isNews = questions.ask();
  const [answer, routes] = await Promise.all([
    call(listAddresses, {}),
    call(getPaymentRoutes, { limit: 100, offset: 0 }),
  ]);
  if (routes.ok) book.routes = routes.value.data;
  // An answer to a request from before the last change is out of date.
  if (!isNews(answer.ok)) return;
  if (answer.ok) {
    Object.assign(book, { ...answer.value.data, status: 'ready', failure: '' });
    recipients.know(answer.value.data.crypto);
  } else if (book.status !== 'ready') {
    book.status = 'failed';
    book.failure = failureText(answer.failure, 'Your address book could not be loaded.');
  }
}

/** Returns an error text, or undefined. The book is read again in any case, because the answer may be lost. */
async function change<E extends AnyEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
): Promise<string | undefined> {
  const outcome = await call(endpoint, request);
  questions.changed();
  await loadBook();
  return outcome.ok
    ? undefined
    : failureText(outcome.failure, 'Something went wrong. Please try again.');
}

export const save = (request: RequestOf<typeof saveAddress>): Promise<string | undefined> =>
  change(saveAddress, request);

export const remove = (address_id: string): Promise<string | undefined> =>
  change(deleteAddress, { address_id });
