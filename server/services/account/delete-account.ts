import { accountDeletedMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { type Owner, sessionStands } from '#server/platform/standing-session.ts';
import { sessionOver } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { queueMail } from '#server/services/notices/outbox.ts';
import { recipientOf } from '#server/services/notices/recipients.ts';
import { eraseAccount, lockForErasure } from '#server/services/users/erase-account.ts';
import {
  giveUpRemainder,
  hasRemainder,
  type Remainder,
} from '#server/services/withdrawals/remainder.ts';
import { inTransaction } from '#server/store/transaction.ts';

/**
 * Deletes a customer's account and tells them. `giveUp`: amounts that are too little to be withdrawn, as
 * the customer saw them; they are taken only if they are all that the account holds. Returns why, if
 * refused: then nothing is taken.
 */
export const deleteAccount = (
  deps: Deps,
  owner: Owner,
  giveUp: readonly Remainder[],
): Promise<Refused | undefined> =>
  inTransaction(deps.db, async (tx) => {
    const { userId } = owner;
    // Another request may have deleted it while this one waited: then its owner has been told.
    if (!(await lockForErasure(tx, userId))) return undefined;
    if (!(await sessionStands(tx, owner))) return sessionOver();
    const recipient = await recipientOf(tx, userId);
    const given = await giveUpRemainder(tx, deps.clock, userId, giveUp);
    switch (await eraseAccount(tx, deps.clock, userId)) {
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
      case 'already-erased':
        return undefined;
      case 'erased':
        await queueMail(deps, tx, accountDeletedMail(recipient, given));
        return undefined;
    }
  });
