import type { Recipient } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import type { UserRow } from '#server/services/users/users.ts';
import type { Reader, Tx } from '#server/store/schema.ts';
import { newReportUrl } from './report-links.ts';

/** The anti-phishing code applies while 2FA is on (SEC-03). */
export const recipientFrom = (user: {
  readonly email: string;
  readonly two_factor: boolean;
  readonly anti_phishing_code: string | null;
}): Recipient => ({
  email: user.email,
  antiPhishingCode: user.two_factor ? user.anti_phishing_code : null,
});

/** The address of a customer's mails, and the anti-phishing code to quote. */
export const recipientOf = async (reader: Reader, userId: string): Promise<Recipient> =>
  recipientFrom(
    await reader
      .selectFrom('users')
      .select(['email', 'two_factor', 'anti_phishing_code'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
  );

/**
 * The same for a security mail, with a “this wasn't me” link (BEY-13). `sessionId`: the session that caused
 * the mail.
 */
export const alarmedRecipientOf = async (
  deps: Deps,
  tx: Tx,
  userId: string,
  sessionId?: string,
): Promise<Recipient> => ({
  ...(await recipientOf(tx, userId)),
  reportUrl: await newReportUrl(deps, tx, userId, sessionId === undefined ? {} : { sessionId }),
});

/** The same where the account's row was read already. */
export const alarmedRecipientFrom = async (
  deps: Deps,
  tx: Tx,
  user: UserRow,
  sessionId: string,
): Promise<Recipient> => ({
  ...recipientFrom(user),
  reportUrl: await newReportUrl(deps, tx, user.id, { sessionId }),
});
