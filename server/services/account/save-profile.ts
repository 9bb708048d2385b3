import type { updateProfile } from '#core/contract/account.ts';
import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { withAccount } from '#server/services/users/users.ts';

/** Where a customer lives; why not, where it is not kept. */
export const saveProfile = (
  deps: Deps,
  userId: string,
  { address, city, state, postal }: ParsedRequestOf<typeof updateProfile>,
): Promise<Refused | undefined> =>
  withAccount(deps, userId, async (tx) => {
    await tx
      .updateTable('users')
      .set({ address, city, state, postal })
      .where('id', '=', userId)
      .execute();
    return undefined;
  });
