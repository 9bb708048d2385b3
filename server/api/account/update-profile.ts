import type { updateProfile as endpoint } from '#core/contract/account.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { saveProfile } from '#server/services/account/save-profile.ts';

export const updateProfile: Handler<typeof endpoint> = async (call, profile) => {
  const refused = await saveProfile(call.deps, signedIn(call), profile);
  return refused ?? { status: 'success', message: 'Profile updated successfully!' };
};
