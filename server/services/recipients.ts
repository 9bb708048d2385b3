import type { Recipient } from '#server/adapters/mail/texts.ts';
import type { Reader } from '#server/store/schema.ts';

/** Whom mails to a customer go to, and the anti-phishing code to quote. */
export async function recipientOf(reader: Reader, userId: string): Promise<Recipient> {
  const user = await reader
    .selectFrom('users')
    .select(['email', 'anti_phishing_code'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { email: user.email, antiPhishingCode: user.anti_phishing_code };
}
