import type { deleteAccount as endpoint } from '#core/contract/account.ts';
import { accountDeletedMail } from '#server/adapters/mail/texts.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { forbidden } from '#server/refusal/refusals.ts';
import { refuse } from '#server/refusal/refused.ts';
import { eraseAccount } from '#server/services/erase-account.ts';
import { queueMail } from '#server/services/outbox.ts';
import { recipientOf } from '#server/services/recipients.ts';
import { inTransaction } from '#server/store/transaction.ts';

export const deleteAccount: Handler<typeof endpoint> = async (call) => {
  const { deps } = call;
  const { userId, role } = signedIn(call);
  // Administrators are made and removed by the operator, not by themselves.
  if (role === 'admin') return forbidden();
  const result = await inTransaction(deps.db, async (tx) => {
    const recipient = await recipientOf(tx, userId);
    const erased = await eraseAccount(tx, deps.clock, userId);
    if (erased === 'erased') await queueMail(deps, tx, accountDeletedMail(recipient));
    return erased;
  });
  switch (result) {
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
    case 'erased':
      return { status: 'success', message: 'Account has been successfully deleted' };
  }
};
