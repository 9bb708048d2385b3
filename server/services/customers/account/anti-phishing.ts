import { checkAntiPhishingCode } from '#core/people/anti-phishing.ts';
import { antiPhishingMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { withAccount } from '#server/services/customers/users/users.ts';
import { queueMail } from '#server/services/messages/notices/outbox.ts';
import { alarmedRecipientOf } from '#server/services/messages/notices/recipients.ts';

/** Sets the code that every mail quotes (SEC-03, D21), only while 2FA is on. Returns why, if refused. */
export async function setAntiPhishingCode(
  deps: Deps,
  owner: Owner,
  code: string,
): Promise<Refused | undefined> {
  const problem = checkAntiPhishingCode(code);
  if (problem) return refuse('INVALID_INPUT', problem);
  return withAccount(deps, owner, async (tx, { id: userId, two_factor }) => {
    if (!two_factor) return refuse('INVALID_INPUT', 'Turn on two-factor authentication first.');
    await tx
      .updateTable('users')
      .set({ anti_phishing_code: code })
      .where('id', '=', userId)
      .execute();
    await queueMail(
      deps,
      tx,
      antiPhishingMail(await alarmedRecipientOf(deps, tx, userId, owner.sessionId)),
    );
    return undefined;
  });
}
