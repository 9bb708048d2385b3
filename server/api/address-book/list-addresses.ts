import type { listAddresses as endpoint } from '#core/contract/address-book.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { readAddressBook } from '#server/services/withdrawals/address-book.ts';

export const listAddresses: Handler<typeof endpoint> = async (call) => ({
  status: 'success',
  data: await readAddressBook(call.deps.db, signedIn(call).userId),
});
