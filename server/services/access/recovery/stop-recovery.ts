import type { Recovery } from '#core/contract/account/recovery.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { isRefused, type Refused } from '#server/refusal/refused.ts';
import { lockAccount, withAccount } from '#server/services/customers/users/users.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { openRecoveryOf, overLink, recoveryOfLink, stopRecoveryOf, viewOf } from './recoveries.ts';

/** Stops a recovery by its mailed link. Stopping an ended one changes nothing. */
export async function stopByLink(deps: Deps, link: string): Promise<Recovery | Refused> {
  const stopped = await inTransaction(deps.db, async (tx) => {
    const row = await recoveryOfLink(deps, tx, link);
    if (!row || !(await lockAccount(tx, row.user_id))) return undefined;
    const open = await openRecoveryOf(deps, tx, row.user_id);
    // The link of a former recovery does not stop a later one.
    if (open?.id === row.id) await stopRecoveryOf(deps, tx, row.user_id, 'mail');
    const now = await recoveryOfLink(deps, tx, link);
    return now && viewOf(deps, now);
  });
  return stopped ?? overLink();
}

/** The same on a signed-in device. */
export async function stopFromDevice(deps: Deps, owner: Owner): Promise<Refused | undefined> {
  const stopped = await withAccount(deps, owner, (tx) =>
    stopRecoveryOf(deps, tx, owner.userId, 'device'),
  );
  return isRefused(stopped) ? stopped : undefined;
}
