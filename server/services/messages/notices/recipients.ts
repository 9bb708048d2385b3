import { type Home, homeColumns, homeZone } from '#server/adapters/geolocation/home-zone.ts';
import type { Recipient } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { type newReportLink, newReportUrl } from './report-links.ts';

/** The columns of `users` that say where mails go, what they quote, and whose day they tell. */
export const recipientColumns = [
  ...(['email', 'two_factor', 'anti_phishing_code'] as const),
  ...homeColumns,
] as const;

/** The anti-phishing code applies while 2FA is on (SEC-03). */
export const recipientFrom = (
  user: Home & {
    readonly email: string;
    readonly two_factor: boolean;
    readonly anti_phishing_code: string | null;
  },
): Recipient => ({
  email: user.email,
  timeZone: homeZone(user),
  antiPhishingCode: user.two_factor ? user.anti_phishing_code : null,
});

/** The address of a customer's mails, and the anti-phishing code to quote. */
export const recipientOf = async (reader: Reader, userId: string): Promise<Recipient> =>
  recipientFrom(
    await reader
      .selectFrom('users')
      .select(recipientColumns)
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
  );

/**
 * The same for a security mail, with a “this wasn't me” link (BEY-13), which staff do not get (HARD-65).
 * `sessionId`: the session that caused the mail.
 */
export const alarmedRecipientOf = async (
  deps: Deps,
  tx: Tx,
  userId: string,
  sessionId?: string,
): Promise<Recipient> => {
  const user = await tx
    .selectFrom('users')
    .select([...recipientColumns, 'role'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (user.role !== 'user') return recipientFrom(user);
  const reportUrl = await newReportUrl(
    deps,
    tx,
    userId,
    sessionId === undefined ? {} : { sessionId },
  );
  return { ...recipientFrom(user), reportUrl };
};

/** The same from the account's row and a link that its caller writes. */
export const alarmedRecipientFrom = (
  user: Parameters<typeof recipientFrom>[0],
  link: Pick<ReturnType<typeof newReportLink>, 'url'>,
): Recipient => ({ ...recipientFrom(user), reportUrl: link.url });
