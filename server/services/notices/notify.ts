import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Chosen, type EmailEvent, popupEvents } from '#core/domain/notifications.ts';
import type { ProfilePath, RoutePath } from '#core/routes.ts';
import type { Mail } from '#server/adapters/mail/mail.ts';
import type { Recipient } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/store/schema.ts';
import { readChosen } from './notification-settings.ts';
import { queueMail } from './outbox.ts';
import { recipientOf } from './recipients.ts';

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

/** Tells a customer about an event, in its transaction, in the ways they chose (D20). */
export async function notify(deps: Deps, tx: Tx, userId: string, news: News): Promise<void> {
  const { event, popup, mail, cause, about, bySession, page, alarm } = news;
  const chosen = news.chosen ?? (await readChosen(tx, userId));
  if (mail && (event === undefined || chosen.email.includes(event))) {
    await queueMail(deps, tx, mail(await recipientOf(tx, userId)), { cause });
  }
  // An event without a switch for pop-ups always has one.
  const off = popupEvents.some((one) => one === event && !chosen.popup.includes(one));
  if (popup === undefined || off) return;
  await tx
    .insertInto('notices')
    .values({
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
    })
    .execute();
}

/** Removes notices whose subject the customer has seen. */
export async function withdrawNotices(tx: Tx, userId: string, about: string): Promise<void> {
  await tx.deleteFrom('notices').where('user_id', '=', userId).where('about', '=', about).execute();
}
