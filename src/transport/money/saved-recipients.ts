import { listAddresses, type SavedCryptoAddress } from '#core/contract/account/address-book.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { inOrder } from '#transport/calls/in-order.ts';
import { scopedStore } from '#transport/session/scope.ts';

interface Recipients {
  /** The saved crypto addresses by label; undefined until they are known. */
  list: readonly SavedCryptoAddress[] | undefined;
  /** The text of the last failure. */
  failure: string | undefined;
}

/** The customer's saved recipients (EASE-09), in memory only. */
export const recipients = scopedStore<Recipients>(() => ({ list: undefined, failure: undefined }));

const answers = inOrder();

/** Called when the address book was read elsewhere, so that the list is up to date. */
export function knowRecipients(list: readonly SavedCryptoAddress[]): void {
  answers.changed();
  Object.assign(recipients, { list, failure: undefined });
}

export async function loadRecipients(): Promise<void> {
  const counts = answers.ask();
  const outcome = await call(listAddresses, {});
  if (!counts(outcome.ok)) return;
  Object.assign(
    recipients,
    outcome.ok
      ? { list: outcome.value.data.crypto, failure: undefined }
      : { failure: failureText(outcome.failure, 'We could not load your address book.') },
  );
}
