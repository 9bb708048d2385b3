import type { updateProfile as endpoint } from '#core/contract/account.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';

export const updateProfile: Handler<typeof endpoint> = async (call, profile) => {
  const { address, city, state, postal } = profile;
  await call.deps.db
    .updateTable('users')
    .set({ address, city, state, postal })
    .where('id', '=', signedIn(call).userId)
    .execute();
  return { status: 'success', message: 'Profile updated successfully!' };
};
