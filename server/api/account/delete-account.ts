import type { deleteAccount as endpoint } from '#core/contract/account.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { forbidden } from '#server/refusal/refusals.ts';
import { deleteAccount as remove } from '#server/services/account/delete-account.ts';

export const deleteAccount: Handler<typeof endpoint> = async (call) => {
  const { userId, role } = signedIn(call);
  // Administrators are made and removed by the operator, not by themselves.
  if (role === 'admin') return forbidden();
  const refused = await remove(call.deps, userId);
  return refused ?? { status: 'success', message: 'Account has been successfully deleted' };
};
