import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Chosen, type EmailEvent, popupEvents } from '#core/people/notifications.ts';
import type { ProfilePath, RoutePath } from '#core/routes.ts';
import type { Mail } from '#server/adapters/mail/mail.ts';
import type { Recipient } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { inOneStatement } from '#server/store/one-statement.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import { chosenOf, chosenSql } from './notification-settings.ts';
import { queuedOf } from './outbox.ts';
import { recipientColumns, recipientFrom } from './recipients.ts';

/** How long notices are kept for pop-ups. */
const KEPT_SECONDS = 24 * 3600;

export interface News {
  /** The customer's choice that applies; without one, the event is always told. */
  readonly event?: EmailEvent;
  /** What they chose, where it was read already. */
  readonly chosen?: Chosen;
  /**
   * The text of a pop-up and a push message. Strangers may read it on a locked screen, so it has no amounts
   * and no addresses.
   */
  readonly popup?: string;
  /** The subject, if the customer may see it on a page before the pop-up. */
  readonly about?: string;
  /** The session that caused the event, which has shown it already and gets no pop-up. */
  readonly bySession?: string | undefined;
  /** The page to open; by default the wallet. */
  readonly page?: RoutePath | ProfilePath;
  /** A security event, which somebody else may have caused. */
  readonly alarm?: boolean;
  readonly mail?: (to: Recipient) => Mail;
  /** The cause, if many customers get the same mail: such mails do not delay others. */
  readonly cause?: string;
}

type Notice = Omit<News, 'mail' | 'cause'> & Required<Pick<News, 'chosen' | 'popup'>>;

/** Tells a customer about an event, in its transaction, in the ways they chose (D20). */
export async function notify(deps: Deps, tx: Tx, userId: string, news: News): Promise<void> {
  const { event, popup, mail, cause } = news;
  const getsMail = ({ email }: Chosen): boolean =>
    mail !== undefined && (event === undefined || email.includes(event));
  const told =
    news.chosen && !getsMail(news.chosen) ? { chosen: news.chosen } : await readTold(tx, userId);
  const notice = popup !== undefined && noticeOf(deps, tx, userId, { ...news, ...told, popup });
  await inOneStatement(tx, [
    ...(mail && 'to' in told && getsMail(told.chosen)
      ? [queuedOf(deps, tx, mail(told.to), { cause, id: randomUUID() })]
      : []),
    ...(notice ? [notice] : []),
  ]);
}

/** What a customer is told of, and where their mails go. */
async function readTold(
  tx: Tx,
  userId: string,
): Promise<{ readonly chosen: Chosen; readonly to: Recipient }> {
  const { chosen, ...user } = await tx
    .selectFrom('users')
    .select(recipientColumns)
    .select(chosenSql(sql`users.id`).as('chosen'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { chosen: chosenOf(chosen), to: recipientFrom(user) };
}

/** The notice of a pop-up as a write that a statement can include; undefined if the customer wants none. */
export function noticeOf(
  deps: Deps,
  tx: Tx,
  userId: string,
  { event, chosen, popup, about, bySession, page, alarm }: Notice,
) {
  // An event without a switch for pop-ups always has one.
  if (popupEvents.some((one) => one === event && !chosen.popup.includes(one))) return undefined;
  return tx.insertInto('notices').values({
    id: randomUUID(),
    user_id: userId,
    body: popup,
    about: about ?? null,
    session_id: bySession ?? null,
    ...(page && { page }),
    alarm: alarm ?? false,
    created_at: deps.clock.sql,
    expires_at: deps.clock.sqlIn(KEPT_SECONDS),
    turn: alarm
      ? 0
      : sql<number>`(select coalesce(max(turn), 0) + 1 from notices
        where user_id = ${userId} and pushed_at is null)`,
  });
}

/** Removes notices whose subject the customer has seen. */
export async function withdrawNotices(tx: Tx, userId: string, about: string): Promise<void> {
  await tx.deleteFrom('notices').where('user_id', '=', userId).where('about', '=', about).execute();
}
