import type { updateProfile } from '#core/contract/account/account.ts';
import type { ParsedRequestOf } from '#core/contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import type { Refused } from '#server/refusal/refused.ts';
import { withAccount, writeAddress } from '#server/services/customers/users/users.ts';

/** Saves the customer's address. Returns the reason of a refusal. */
export const saveProfile = (
  deps: Deps,
  owner: Owner,
  { address, city, state, postal }: ParsedRequestOf<typeof updateProfile>,
): Promise<Refused | undefined> =>
  withAccount(deps, owner, async (tx) => {
    await writeAddress(tx, owner.userId, { address, city, state, postal });
    return undefined;
  });
