import { plainEmail } from '#core/domain/email-address.ts';
import { oneLine } from '#core/domain/one-line.ts';
import { checkEmail } from '#core/domain/validation.ts';
import {
  addressAskedMail,
  addressCheckMail,
  addressGivenMail,
  addressLostMail,
} from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { record } from '#server/services/audit/record.ts';
import { dropPasskeys } from '#server/services/credentials/passkeys.ts';
import { queueMail } from '#server/services/notices/outbox.ts';
import { recipientOf } from '#server/services/notices/recipients.ts';
import { follow } from '#server/services/recovery/prove-recovery.ts';
import {
  beginRecovery,
  endRecovery,
  newRecoveryUrl,
  openAddressCheckOf,
  type RecoveryRow,
} from '#server/services/recovery/recoveries.ts';
import { loseTrust } from '#server/services/sessions/lose-trust.ts';
import {
  findUserByEmail,
  lockAccount,
  noAddressOf,
  type UserRow,
} from '#server/services/users/users.ts';
import { holdWithdrawals } from '#server/services/withdrawals/security-hold.ts';
import { cancelWaiting } from '#server/services/withdrawals/withdrawal-steps.ts';
import type { Tx } from '#server/store/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { Operator } from './administrators.ts';

/**
 * `asked`: the first of two, and the owner has the link to the identity check. `same-person`: the second has to be
 * somebody else. `unproved`: the check has not been passed. `no-answer`: the provider does not say whether it was.
 */
export type AddressGiven =
  | 'asked'
  | 'given'
  | 'no-account'
  | 'no-reason'
  | 'wrong-address'
  | 'taken'
  | 'unverified'
  | 'same-person'
  | 'unproved'
  | 'no-answer';

interface Gift {
  /** The account's address now. */
  readonly account: string;
  readonly email: string;
  readonly reason: string;
}

/** Tells the address that the account has now, unless that is nobody's. */
async function tellFormer(
  deps: Deps,
  tx: Tx,
  { id, email }: UserRow,
  mailOf: typeof addressAskedMail,
): Promise<void> {
  if (email !== noAddressOf(id)) await queueMail(deps, tx, mailOf(await recipientOf(tx, id)));
}

/** The first operator: the owner is sent a link to the identity check, at the address that the account will have. */
const begin = (deps: Deps, userId: string, { email, reason }: Gift, by: Operator) =>
  inTransaction(deps.db, async (tx): Promise<AddressGiven> => {
    const account = await lockAccount(tx, userId);
    if (account?.role !== 'user') return 'no-account';
    // Without an earlier check there is nobody to compare with.
    if (account.kyc_status !== 'approved') return 'unverified';
    if (await findUserByEmail(tx, email)) return 'taken';
    await tx
      .updateTable('recoveries')
      .set({ stage: 'stopped' })
      .where('user_id', '=', userId)
      .where('gives_address', 'is not', null)
      .where('stage', '=', 'asked')
      .execute();
    const gift = { gives_address: email, begun_by: by.actor };
    const id = await beginRecovery(deps, tx, userId, gift);
    // Without the anti-phishing code: nobody has proved yet that this address is the customer's.
    await queueMail(deps, tx, addressCheckMail({ email }, await newRecoveryUrl(deps, tx, id)));
    await tellFormer(deps, tx, account, addressAskedMail);
    const detail = { reason };
    const act = { ...by, action: 'began to give an address', subject: userId, detail };
    await record(tx, deps, act);
    return 'asked';
  });

/** The second operator: what a thief may have of the account ends, and only a new password by mail leads into it. */
const carryOut = (deps: Deps, check: RecoveryRow, { email, reason }: Gift, by: Operator) =>
  inTransaction(deps.db, async (tx): Promise<AddressGiven> => {
    const { clock } = deps;
    const { user_id: userId } = check;
    const account = await lockAccount(tx, userId);
    if (account?.role !== 'user') return 'no-account';
    if (account.kyc_status !== 'approved') return 'unverified';
    if (await findUserByEmail(tx, email)) return 'taken';
    const used = await tx
      .updateTable('recoveries')
      .set({ stage: 'done' })
      .where('id', '=', check.id)
      .where('stage', '=', 'asked')
      .where('review', '=', 'approved')
      .where('expires_at', '>', clock.sql)
      .executeTakeFirst();
    if (used.numUpdatedRows !== 1n) return 'unproved';
    await tellFormer(deps, tx, account, addressLostMail);
    await tx
      .updateTable('users')
      .set({ email, withdrawals_frozen: true })
      .where('id', '=', userId)
      .execute();
    // Each names an address that the owner no longer has, or that was never theirs.
    await tx.deleteFrom('report_links').where('user_id', '=', userId).execute();
    await dropPasskeys(tx, userId, undefined);
    await endRecovery(tx, userId);
    await cancelWaiting(deps, tx, userId, 'reported');
    await holdWithdrawals(tx, clock, userId, 'recovery');
    await loseTrust(deps, tx, userId);
    await queueMail(deps, tx, addressGivenMail(await recipientOf(tx, userId)));
    const detail = { reason, with: check.begun_by ?? '' };
    await record(tx, deps, { ...by, action: 'gave an address', subject: userId, detail });
    return 'given';
  });

/**
 * Gives an account an address that no link gives back (READ-07): one operator begins it, its owner passes the identity
 * check behind the link that is mailed there, and another operator says the same. Both are recorded with their reasons.
 */
export async function giveAddress(deps: Deps, gift: Gift, by: Operator): Promise<AddressGiven> {
  const plain = {
    account: plainEmail(gift.account),
    email: plainEmail(gift.email),
    reason: oneLine(gift.reason),
  };
  if (plain.reason === '') return 'no-reason';
  if (checkEmail(plain.email)) return 'wrong-address';
  const user = await findUserByEmail(deps.db, plain.account);
  if (!user) return 'no-account';
  const check = await openAddressCheckOf(deps, deps.db, user.id);
  if (check?.gives_address !== plain.email) return begin(deps, user.id, plain, by);
  if (check.begun_by === by.actor) return 'same-person';
  // What the provider says now counts, and not what it said when the check was passed.
  const said = await follow(deps, check);
  if (said === undefined) return 'no-answer';
  return said === 'approved' ? carryOut(deps, check, plain, by) : 'unproved';
}
