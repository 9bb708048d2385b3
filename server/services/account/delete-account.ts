import { accountDeletedMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { queueMail } from '#server/services/notices/outbox.ts';
import { recipientOf } from '#server/services/notices/recipients.ts';
import { eraseAccount } from '#server/services/users/erase-account.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** Deletes a customer's account and tells them. Returns why, if refused. */
export const deleteAccount = (deps: Deps, userId: string): Promise<Refused | undefined> =>
  inTransaction(deps.db, async (tx) => {
    const recipient = await recipientOf(tx, userId);
    switch (await eraseAccount(tx, deps.clock, userId)) {
      case 'balance-not-empty':
        return refuse(
          'BALANCE_NOT_EMPTY',
          'Your account still holds funds. Withdraw them first, then delete your account.',
        );
      case 'payment-under-way':
        return refuse(
          'BALANCE_NOT_EMPTY',
          'A card payment is still under way. Delete your account once it is settled.',
        );
      // Somebody waited here for another deletion of it: it is done, and its owner has been told.
      case 'already-erased':
        return undefined;
      case 'erased':
        await queueMail(deps, tx, accountDeletedMail(recipient));
        return undefined;
    }
  });
