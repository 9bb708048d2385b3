import { accountDeletedMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { type Owner, sessionStands } from '#server/platform/standing-session.ts';
import { sessionOver } from '#server/refusal/refusals.ts';
import { isRefused, type Refused, refuse } from '#server/refusal/refused.ts';
import { takeSecondFactor } from '#server/services/access/credentials/second-factor.ts';
import { checkShown, showPassword } from '#server/services/access/credentials/shown-password.ts';
import { eraseAccount, lockForErasure } from '#server/services/customers/users/erase-account.ts';
import { findUser } from '#server/services/customers/users/users.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { recipientOf } from '#server/services/messages/notices/recipients.ts';
import { returnsLeft } from '#server/services/money-in/closed-money/closed-money.ts';
import { findDebtor } from '#server/services/money-in/debts/debt-cases.ts';
import { debtLeft, takeDebts } from '#server/services/money-in/debts/debts.ts';
import {
  giveUpRemainder,
  hasRemainder,
  type Remainder,
} from '#server/services/money-out/withdrawals/remainder.ts';
import { inTransaction } from '#server/store/transaction.ts';

interface Deletion {
  /** The amounts too small to be withdrawn, as the customer saw them. */
  readonly giveUp: readonly Remainder[];
  readonly password: string | undefined;
  /** The second factor's code; empty without one. */
  readonly otp: string;
}

/** In words that warn nobody (KEEP-06). */
const cannotClose = (): Refused =>
  refuse(
    'BALANCE_NOT_EMPTY',
    'Your account cannot be closed at the moment. Please write to us about it.',
  );

/**
 * Deletes a customer's account and tells them, after checking the password and, if 2FA is on, a code
 * (HARD-21). The remainder is taken only if it is everything the account holds. Returns the reason of a
 * refusal: then nothing is taken.
 */
export async function deleteAccount(
  deps: Deps,
  owner: Owner,
  { giveUp, password, otp }: Deletion,
): Promise<Refused | undefined> {
  const shown = await showPassword(deps, owner, password);
  if (isRefused(shown)) return shown;
  return inTransaction(deps.db, async (tx) => {
    const { userId } = owner;
    // Another request may have deleted it while this one waited: then its owner has been told.
    if (!(await lockForErasure(tx, userId))) return undefined;
    if (!(await sessionStands(tx, owner))) return sessionOver();
    const account = await findUser(tx, userId);
    const refused = account && checkShown(account, shown);
    if (refused) return refused;
    const shower = { ...owner, use: 'security' } as const;
    const right = account?.two_factor && (await takeSecondFactor(deps, tx, shower, otp));
    if (isRefused(right)) return right;
    await takeDebts(tx, deps.clock, userId);
    const owed = await debtLeft(tx, userId);
    const returns = await returnsLeft(tx, userId);
    const recipient = await recipientOf(tx, userId);
    const given = await giveUpRemainder(tx, deps.clock, userId, giveUp);
    switch (await eraseAccount(deps, tx, userId, 'close')) {
      case 'balance-not-empty':
        return refuse(
          'BALANCE_NOT_EMPTY',
          (await hasRemainder(tx, userId))
            ? 'What your account still holds is too little to withdraw. You can give it up.'
            : 'Your account still holds funds. Withdraw them first, then delete your account.',
        );
      case 'payment-under-way':
        return refuse(
          'BALANCE_NOT_EMPTY',
          'A card payment is still under way. Delete your account once it is settled.',
        );
      // The same words whatever it waits for.
      case 'transfer-under-way':
        return refuse(
          'BALANCE_NOT_EMPTY',
          'A bank transfer to you is still being checked. Delete your account once it has arrived.',
        );
      case 'kept':
        return cannotClose();
      case 'already-erased':
        return undefined;
      case 'erased':
        await findDebtor(deps, tx, userId);
        await queueMail(deps, tx, accountDeletedMail(recipient, given, owed, returns));
        return undefined;
    }
  });
}
