import type { setAntiPhishingCode as endpoint } from '#core/contract/security.ts';
import { checkAntiPhishingCode } from '#core/domain/anti-phishing.ts';
import { antiPhishingMail } from '#server/adapters/mail/texts.ts';
import { type Handler, signedIn } from '#server/api/handler.ts';
import { refuse } from '#server/refusal/refused.ts';
import { queueMail } from '#server/services/outbox.ts';
import { limit } from '#server/services/rate-limit.ts';
import { alarmedRecipientOf } from '#server/services/recipients.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** Sets the code every mail quotes (SEC-03, D21); only while 2FA is on. */
export const setAntiPhishingCode: Handler<typeof endpoint> = async (call, { code }) => {
  const { deps } = call;
  const { userId } = signedIn(call);
  const limited = await limit(deps, {
    key: `anti-phishing:${userId}`,
    attempts: 20,
    windowSeconds: 3600,
  });
  if (limited) return limited;
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
    return { status: 'success' as const, message: 'Your anti-phishing code has been saved' };
  });
};
