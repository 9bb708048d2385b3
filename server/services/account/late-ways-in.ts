import type { Deps } from '#server/deps.ts';
import { dropPasskeys } from '#server/services/credentials/passkeys.ts';
import { LINK_DAYS } from '#server/services/notices/report-links.ts';
import { forgetDevices } from '#server/services/sessions/known-devices.ts';
import type { UserRow } from '#server/services/users/users.ts';
import type { Tx } from '#server/store/schema.ts';

/**
 * Removes the ways in that were added within the days for which report links are valid (HARD-64): passkeys
 * are removed, and devices count as new again. From whichever session or mail this is asked: whoever asks may
 * have signed in after the thief did. Staff keep theirs, because a mailbox must not take a factor of theirs
 * (HARD-65). Returns whether there was a passkey. The caller has locked the account's row.
 */
export async function dropLateWaysIn(
  deps: Deps,
  tx: Tx,
  { id, role }: Pick<UserRow, 'id' | 'role'>,
): Promise<boolean> {
  const since = new Date(deps.clock.now() - LINK_DAYS * 24 * 3600_000);
  await forgetDevices(deps, tx, id, since);
  return role === 'user' && dropPasskeys(tx, id, { addedSince: since });
}
