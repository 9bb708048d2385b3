import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Chosen, type EmailEvent, popupEvents } from '#core/domain/notifications.ts';
import type { ProfilePath, RoutePath } from '#core/routes.ts';
import type { Mail } from '#server/adapters/mail/mail.ts';
import type { Recipient } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { presentOf } from '#server/platform/instant.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import type { Tx } from '#server/store/schema.ts';
import { readChosen } from './notification-settings.ts';
import { queueMail } from './outbox.ts';
import { recipientOf } from './recipients.ts';

/** Notices are for whoever looks soon. */
const KEPT_SECONDS = 24 * 3600;

export interface News {
  /** The choice that it falls under; without one it is always told. */
  readonly event?: EmailEvent;
  /** What they chose, where it was read already. */
  readonly chosen?: Chosen;
  /**
   * For a pop-up and a push message, which strangers may see on a locked screen: no amounts and no
   * addresses.
   */
  readonly popup?: string;
  /** What it is told of, where the customer may have seen that before the pop-up. */
  readonly about?: string;
  /** The session that did it, where one did: it has shown that already and gets no pop-up. */
  readonly bySession?: string | undefined;
  /** The page it is about; the wallet by default. */
  readonly page?: RoutePath | ProfilePath;
  /** About security: it may have been somebody else. */
  readonly alarm?: boolean;
  readonly mail?: (to: Recipient) => Mail;
  /** What causes the same mail to many: it then delays nobody else’s. */
  readonly cause?: string;
}

/** Tells a customer what happened, in its transaction, in the ways they chose (D20). */
export async function notify(deps: Deps, tx: Tx, userId: string, news: News): Promise<void> {
  const { event, popup, mail, cause, about, bySession, page, alarm } = news;
  const chosen = news.chosen ?? (await readChosen(tx, userId));
  if (mail && (event === undefined || chosen.email.includes(event))) {
    await queueMail(deps, tx, mail(await recipientOf(tx, userId)), { cause });
  }
  // An event without a switch for pop-ups is always told.
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

/** The customer has seen what these were about: nobody is told of it any more. */
export async function withdrawNotices(tx: Tx, userId: string, about: string): Promise<void> {
  await tx.deleteFrom('notices').where('user_id', '=', userId).where('about', '=', about).execute();
}

const MOST = 20;

interface Told {
  readonly notice_id: string;
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Beside a notice of the same text it has that one's id: a page shows each id once. */
async function named(
  { db }: Deps,
  userId: string,
  standing: readonly Told[],
): Promise<readonly Told[]> {
  if (standing.length === 0) return [];
  const kept = await db
    .selectFrom('notices')
    .select(['id', 'body'])
    .where('user_id', '=', userId)
    .where(
      'body',
      'in',
      standing.map(({ text }) => text),
    )
    .orderBy('created_at', 'desc')
    .execute();
  return standing.map((one) => ({
    ...one,
    notice_id: kept.find(({ body }) => body === one.text)?.id ?? one.notice_id,
  }));
}

/**
 * What happened to a customer after a moment and was not this session's doing, oldest first, behind what is told
 * as long as it stands; and the moment to ask from next, by the clock that the notices' own times are of.
 */
export async function noticesAfter(
  deps: Deps,
  { userId, sessionId }: Owner,
  after: Date,
  standing: readonly Told[],
) {
  const now = await presentOf(deps);
  const rows = await deps.db
    .selectFrom('notices')
    .select(['id', 'body', 'created_at'])
    .where('user_id', '=', userId)
    .where('created_at', '>', after)
    .where('session_id', 'is distinct from', sessionId)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  const data = rows.reverse().map(({ id, body, created_at }) => ({
    notice_id: id,
    text: body,
    at: created_at.toISOString(),
  }));
  const lasting = await named(deps, userId, standing);
  const before = lasting.filter((one) => !rows.some(({ id }) => id === one.notice_id));
  return { data: [...before, ...data], as_of: now.toISOString() };
}
