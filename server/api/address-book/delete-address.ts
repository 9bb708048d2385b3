import type { deleteAddress as endpoint } from '#core/contract/address-book.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { isRefused } from '#server/refusal/refused.ts';
import { removeAddress } from '#server/services/withdrawals/address-book.ts';

export const deleteAddress: Handler<typeof endpoint> = async (call, { address_id }) => {
  const { deps } = call;
  const removed = await removeAddress(deps, signedIn(call), address_id);
  if (isRefused(removed)) return removed;
  return { status: 'success' };
};
