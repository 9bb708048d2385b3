import type { deleteAccount as endpoint } from '#core/contract/account.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { forbidden } from '#server/refusal/refusals.ts';
import { deleteAccount as remove } from '#server/services/account/delete-account.ts';

export const deleteAccount: Handler<typeof endpoint> = async (call, { give_up }) => {
  const owner = signedIn(call);
  // Administrators are made and removed by the operator, not by themselves.
  if (owner.role === 'admin') return forbidden();
  const refused = await remove(call.deps, owner, give_up);
  return refused ?? { status: 'success', message: 'Account has been successfully deleted' };
};
