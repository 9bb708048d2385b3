import type { Selectable } from 'kysely';
import { formatDayInZone } from '#core/time/date-text.ts';
import { type Home, homeZone } from '#server/adapters/geolocation/home-zone.ts';
import { endingMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { presentOf } from '#server/platform/instant.ts';
import { notFound } from '#server/refusal/refusals.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { isoOf, type JsonRow } from '#server/store/json-row.ts';
import type { Endings, EndingsSchema } from '#server/store/schema/endings-schema.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { claimUntil, endsAt } from './ending.ts';

export type Ending = Selectable<Endings>;
type Registered = Selectable<EndingsSchema['ended_relationships']>;

export const endingQuery = (reader: Reader, userId: string) =>
  reader.selectFrom('endings').where('user_id', '=', userId).selectAll();

export const readEnding = (reader: Reader, userId: string): Promise<Ending | undefined> =>
  endingQuery(reader, userId).executeTakeFirst();

/** The ending of a customer, locked. */
export const lockEnding = (tx: Tx, userId: string): Promise<Ending | undefined> =>
  tx.selectFrom('endings').where('user_id', '=', userId).selectAll().forUpdate().executeTakeFirst();

/** The text for a customer whose relationship has ended; it may be read on a locked screen. */
export const ENDED = 'Our agreement with you has ended. Profile, Account says what you can do.';

const popupOf = (ends: Date, now: Date, home: Home): string =>
  ends > now
    ? `We end our agreement with you on ${formatDayInZone(ends.getTime(), homeZone(home))}. Profile, Account says what you can do.`
    : ENDED;

interface Decided {
  readonly userId: string;
  readonly atOnce: boolean;
  /** The officer's account; empty: the terms end it by themselves. */
  readonly officer: string;
  readonly reason: string;
  /** They are under age, which they are told. */
  readonly isUnderage?: boolean;
}

/** Writes an ended relationship into the register, and ends recurring purchases. */
export async function endNow(tx: Tx, row: Registered): Promise<void> {
  const { user_id, at_once, officer, reason, noticed_at, ended_at } = row;
  await tx
    .insertInto('ended_relationships')
    .values({ user_id, at_once, officer, reason, noticed_at, ended_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .updateTable('recurring_buys')
    .set({ state: 'ended' })
    .where('user_id', '=', user_id)
    .execute();
}

/**
 * Ends the relationship with a customer: two months after the notice, or at once. A notice that is running
 * can be replaced by an end at once.
 */
export async function beginEnding(
  deps: Deps,
  tx: Tx,
  { userId, atOnce, officer, reason, isUnderage = false }: Decided,
): Promise<Refused | undefined> {
  const account = await lockAccount(tx, userId);
  // Administrators and officers are removed by the operator.
  if (account?.role !== 'user') return notFound();
  const now = await presentOf({ ...deps, db: tx });
  const before = await lockEnding(tx, userId);
  if (before && (before.ends_at <= now || !atOnce)) {
    return refuse('INVALID_INPUT', 'This relationship ends or has ended already.');
  }
  const ends = new Date(endsAt(now.getTime(), atOnce));
  const until = new Date(claimUntil(ends.getTime()));
  const row = {
    ...{ user_id: userId, at_once: atOnce, officer, reason, noticed_at: now },
    ...{ ends_at: ends, claim_until: until, look_at: ends },
  };
  if (atOnce) await endNow(tx, { ...row, ended_at: now });
  await tx
    .insertInto('endings')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  await notify(deps, tx, userId, {
    popup: popupOf(ends, now, account),
    page: '/profile/account',
    mail: (to) => {
      const kind = isUnderage ? 'underage' : atOnce ? 'at-once' : 'notice';
      return endingMail(to, { kind, ends, until });
    },
  });
  return undefined;
}

/** Calls an ending off: a notice, or an end that is not final yet. */
export async function callOffEnding(
  deps: Deps,
  tx: Tx,
  userId: string,
): Promise<Refused | undefined> {
  if (!(await lockAccount(tx, userId))) return notFound();
  const row = await lockEnding(tx, userId);
  if (!row) return refuse('INVALID_INPUT', 'This relationship goes on already.');
  await tx.deleteFrom('endings').where('user_id', '=', userId).execute();
  await notify(deps, tx, userId, {
    popup: 'Our agreement with you goes on.',
    page: '/profile/account',
    mail: (to) => endingMail(to, { kind: 'called-off', ends: row.ends_at, until: row.claim_until }),
  });
  return undefined;
}

/** Gives a customer whose relationship has ended more time to withdraw what they hold. */
export async function postponeEnding(
  deps: Deps,
  tx: Tx,
  userId: string,
  until: Date | undefined,
): Promise<Refused | undefined> {
  if (!(await lockAccount(tx, userId))) return notFound();
  const row = await lockEnding(tx, userId);
  const now = await presentOf({ ...deps, db: tx });
  if (!row || row.ends_at > now) return refuse('INVALID_INPUT', 'This relationship has not ended.');
  if (!until || until <= row.claim_until || until <= now) {
    return refuse('INVALID_INPUT', 'Say until when: a later day than now.');
  }
  await tx
    .updateTable('endings')
    .set({ claim_until: until, waits_for: '', look_at: deps.clock.sql })
    .where('user_id', '=', userId)
    .execute();
  await notify(deps, tx, userId, {
    popup: 'You have more time to take what you hold.',
    page: '/profile/account',
    mail: (to) => endingMail(to, { kind: 'reminder', ends: row.ends_at, until }),
  });
  return undefined;
}

/** A notice that the app shows whenever it is opened, until the claim period is over. */
export function endingNotice(row: JsonRow<ReturnType<typeof endingQuery>>, now: Date, home: Home) {
  const ends = new Date(row.ends_at);
  return {
    notice_id: `ending ${ends > now ? 'comes' : 'came'}`,
    text: popupOf(ends, now, home),
    at: isoOf(row.noticed_at),
  };
}

export const endedRefusal = (ended: Date, until: Date, timeZone: string): Refused =>
  refuse(
    'LIMIT_EXCEEDED',
    `Our agreement with you ended on ${formatDayInZone(ended.getTime(), timeZone)}. Until ${formatDayInZone(until.getTime(), timeZone)} you can sell, cash out and withdraw what you hold.`,
  );
