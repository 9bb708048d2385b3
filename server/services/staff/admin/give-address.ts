import { plainEmail } from '#core/people/email-address.ts';
import { checkEmail } from '#core/people/validation.ts';
import { oneLine } from '#core/text/one-line.ts';
import {
  addressAskedMail,
  addressCheckMail,
  addressGivenMail,
  addressGoesMail,
  addressLostMail,
} from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { GIVEN_ADDRESS_WAIT_SECONDS } from '#server/policy.ts';
import { dropPasskeys } from '#server/services/access/credentials/passkeys.ts';
import { follow } from '#server/services/access/recovery/prove-recovery.ts';
import {
  beginRecovery,
  endRecovery,
  keptSeconds,
  newRecoveryUrl,
  openAddressCheckOf,
  type RecoveryRow,
  wasAddressStopped,
} from '#server/services/access/recovery/recoveries.ts';
import { loseTrust } from '#server/services/access/sessions/lose-trust.ts';
import {
  findUserByEmail,
  lockAccount,
  noAddressOf,
  type UserRow,
} from '#server/services/customers/users/users.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientOf, recipientOf } from '#server/services/messages/notices/recipients.ts';
import { holdWithdrawals } from '#server/services/money-out/withdrawals/security-hold.ts';
import { cancelWaiting } from '#server/services/money-out/withdrawals/withdrawal-steps.ts';
import { record } from '#server/services/staff/audit/record.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { Operator } from './administrators.ts';

/**
 * `asked`: the first of two, and the owner has the link to the identity check. `same-person`: the second has to be
 * somebody else. `agreed`: the second has said so, and the address of before was told, which can stop it until its time;
 * `waits`: that time is not over. `stopped`: it was, by that address. `unproved`: the check has not been passed.
 * `no-answer`: the provider does not say whether it was.
 */
export type AddressGiven =
  | 'asked'
  | 'agreed'
  | 'waits'
  | 'stopped'
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
    // A first check would be the account's own: whoever passes it in the app would vouch for whoever asks here.
    if (account.kyc_status !== 'approved') return 'unverified';
    if (await findUserByEmail(tx, email)) return 'taken';
    await tx
      .updateTable('recoveries')
      // Not stopped by its address, but begun anew.
      .set({ stage: 'stopped', told_at: null })
      .where('user_id', '=', userId)
      .where('gives_address', 'is not', null)
      .where('stage', '=', 'asked')
      .execute();
    const gift = { gives_address: email, begun_by: by.actor };
    const id = await beginRecovery(deps, tx, userId, gift);
    // Without the anti-phishing code: nobody has proved yet that this address is the customer's.
    await queueMail(deps, tx, addressCheckMail({ email }, await newRecoveryUrl(deps, tx, id)));
    await tellFormer(deps, tx, account, addressAskedMail);
    const words = { about: userId, said: { reason } };
    const act = { ...by, action: 'began to give an address', subject: userId, words };
    await record(tx, deps, act);
    return 'asked';
  });

/** Whether this one was stopped by the address of before, which its operators are told once. */
async function takeStopped(tx: Tx, userId: string, email: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recoveries')
    .set({ due_at: null })
    .where('user_id', '=', userId)
    .where('gives_address', '=', email)
    .where('stage', '=', 'stopped')
    .where('told_at', 'is not', null)
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * The second operator has said so: the address of before is told once more, with the link that freezes the account and
 * stops it, and withdrawals are held meanwhile. That link is there once: a thief who has that address would stop it for
 * ever. The account's row is locked.
 */
async function agree(
  deps: Deps,
  tx: Tx,
  account: UserRow,
  check: RecoveryRow,
): Promise<AddressGiven> {
  const { clock } = deps;
  await tx
    .updateTable('recoveries')
    .set({
      told_at: clock.sql,
      due_at: clock.sqlIn(GIVEN_ADDRESS_WAIT_SECONDS),
      expires_at: clock.sqlIn(GIVEN_ADDRESS_WAIT_SECONDS + keptSeconds(deps)),
    })
    .where('id', '=', check.id)
    .execute();
  await holdWithdrawals(tx, clock, account.id, 'recovery');
  const recipient = (await wasAddressStopped(tx, account.id))
    ? await recipientOf(tx, account.id)
    : await alarmedRecipientOf(deps, tx, account.id);
  await queueMail(deps, tx, addressGoesMail(recipient));
  return 'agreed';
}

/** The second operator: what a thief may have of the account ends, and only a new password by mail leads into it. */
const carryOut = (deps: Deps, check: RecoveryRow, { email, reason }: Gift, by: Operator) =>
  inTransaction(deps.db, async (tx): Promise<AddressGiven> => {
    const { clock } = deps;
    const { user_id: userId } = check;
    const account = await lockAccount(tx, userId);
    if (account?.role !== 'user') return 'no-account';
    if (account.kyc_status !== 'approved') return 'unverified';
    if (await findUserByEmail(tx, email)) return 'taken';
    // An account that has nobody's address has nobody to be told.
    const tells = account.email !== noAddressOf(userId);
    if (tells && check.due_at === null) {
      const words = { about: userId, said: { reason } };
      const act = { ...by, action: 'agreed to give an address', subject: userId, words };
      await record(tx, deps, act);
      return agree(deps, tx, account, check);
    }
    if (check.due_at && check.due_at.getTime() > clock.now()) return 'waits';
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
    const detail = { with: check.begun_by ?? '' };
    const words = { about: userId, said: { reason } };
    const act = { ...by, action: 'gave an address', subject: userId, detail, words };
    await record(tx, deps, act);
    return 'given';
  });

/**
 * Gives an account an address that no link gives back (READ-07): one operator begins it, its owner passes the identity
 * check behind the link that is mailed there, another operator says the same, and three days later, in which the address of
 * before can stop it, either of them carries it out. Each is recorded with the reason.
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
  const stopped = await inTransaction(deps.db, (tx) => takeStopped(tx, user.id, plain.email));
  if (stopped) return 'stopped';
  if (check?.gives_address !== plain.email) return begin(deps, user.id, plain, by);
  // Once two have said so, either of them carries it out.
  if (check.begun_by === by.actor && check.due_at === null) return 'same-person';
  // What the provider says now counts, and not what it said when the check was passed.
  const said = await follow(deps, check);
  if (said === undefined) return 'no-answer';
  return said === 'approved' ? carryOut(deps, check, plain, by) : 'unproved';
}
