import { checkAntiPhishingCode } from '#core/domain/anti-phishing.ts';
import { antiPhishingMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { queueMail } from '#server/services/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/notices/recipients.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** Sets the code every mail quotes (SEC-03, D21), only while 2FA is on; why not, where it does not. */
export async function setAntiPhishingCode(
  deps: Deps,
  userId: string,
  code: string,
): Promise<Refused | undefined> {
  const problem = checkAntiPhishingCode(code);
  if (problem) return refuse('INVALID_INPUT', problem);
  return inTransaction(deps.db, async (tx) => {
    const updated = await tx
      .updateTable('users')
      .set({ anti_phishing_code: code })
      .where('id', '=', userId)
      .where('two_factor', '=', true)
      .executeTakeFirst();
    if (updated.numUpdatedRows !== 1n) {
      return refuse('INVALID_INPUT', 'Turn on two-factor authentication first.');
    }
    await queueMail(deps, tx, antiPhishingMail(await alarmedRecipientOf(deps, tx, userId)));
    return undefined;
  });
}
