import type { Deps } from '#server/deps.ts';
import { REPORT_LINK_DAYS } from '#server/policy.ts';
import { dropPasskeys } from '#server/services/access/credentials/passkeys.ts';
import { dropSecondFactor } from '#server/services/access/credentials/second-factor.ts';
import { forgetDevices, lastKnownSignIn } from '#server/services/access/sessions/known-devices.ts';
import type { UserRow } from '#server/services/customers/users/users.ts';
import { doubtRecipients } from '#server/services/money-out/withdrawals/doubted-recipients.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';

/**
 * Since when ways in are in doubt: the last sign-in on a device that the account knew before, and no less than the days
 * for which report links are valid (HARD-64). Within these the owner may have signed in without looking.
 */
export async function inDoubtSince(
  { clock }: Pick<Deps, 'clock'>,
  reader: Reader,
  userId: string,
): Promise<Date> {
  const week = new Date(clock.now() - REPORT_LINK_DAYS * 24 * 3600_000);
  const last = await lastKnownSignIn(reader, userId);
  return last && last < week ? last : week;
}

/**
 * Whether a second factor may be somebody else's: it was turned on since then, and in a session on a device
 * that was new to the account. One that a known device turned on stays, or else a mailbox alone would take
 * it (HARD-22).
 */
export const isFactorInDoubt = (
  { two_factor_since: added, two_factor_known: known }: UserRow,
  since: Date,
): boolean => known === false && added !== null && added >= since;

/** What was removed, because it may have been a thief's. */
export interface Dropped {
  readonly passkeys: boolean;
  readonly factor: boolean;
  /** Recipients that count as new again. */
  readonly recipients: boolean;
}

/**
 * Removes the ways in that are in doubt: passkeys and the second factor; devices count as new again, and so do
 * recipients that were saved since. From
 * whichever session or mail this is asked: whoever asks may have signed in after the thief did. Staff keep
 * theirs, because a mailbox must not take a factor of theirs (HARD-65). Recipients of that time count as new again
 * (READ-14). `ofFactor`: whether the factor goes, and `reported`: since when, where its caller knows more. The caller has
 * locked the account's row.
 */
export async function dropLateWaysIn(
  deps: Deps,
  tx: Tx,
  account: UserRow,
  {
    ofFactor = (inDoubt) => inDoubt,
    reported,
  }: {
    readonly ofFactor?: (inDoubt: boolean) => boolean;
    readonly reported?: Date;
  } = {},
): Promise<Dropped> {
  const { id, role } = account;
  const since = await inDoubtSince(deps, tx, id);
  await forgetDevices(deps, tx, id, since);
  if (role !== 'user') return { passkeys: false, factor: false, recipients: false };
  const doubted = reported && reported < since ? reported : since;
  const recipients = await doubtRecipients(tx, deps.clock, id, doubted);
  const factor = account.two_factor && ofFactor(isFactorInDoubt(account, since));
  if (factor) await dropSecondFactor(tx, id);
  return { passkeys: await dropPasskeys(tx, id, { addedSince: since }), factor, recipients };
}
