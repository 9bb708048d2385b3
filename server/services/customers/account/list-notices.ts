import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { listNotices as endpoint } from '#core/contract/account/notifications.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { type Home, homeColumns } from '#server/adapters/geolocation/home-zone.ts';
import type { Deps } from '#server/deps.ts';
import type { Owner } from '#server/platform/standing-session.ts';
import { recoveryDueQuery } from '#server/services/access/recovery/recoveries.ts';
import { endingNotice, endingQuery } from '#server/services/customers/endings/endings.ts';
import { newTermsQuery, termsNotice } from '#server/services/customers/terms/announce.ts';
import { isoOf } from '#server/store/json-row.ts';
import { staysOf, staysQueries } from './stays.ts';

const MOST = 20;

/** An account that was closed in this moment. */
const NOWHERE: Home = { country_code: '', state: '' };

/** The owner's notices that are kept for pop-ups, newest first. */
const keptQuery = ({ db }: Pick<Deps, 'db'>, userId: string) =>
  db
    .selectFrom('notices')
    .select(['id', 'body', 'about', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc');

/**
 * Events after a moment that this session did not cause, oldest first, after what stands for weeks: the end of the
 * relationship and new terms. Read in one statement, after `asOf`, which is by the clock of the notices: from then on
 * the next are asked for.
 */
export async function listNotices(
  deps: Pick<Deps, 'db' | 'clock'>,
  owner: Owner & { readonly asOf: Date },
  after: Date,
): Promise<Omit<AnswerOf<typeof endpoint>, 'status'>> {
  const { db } = deps;
  const { userId, sessionId, asOf } = owner;
  const news = keptQuery(deps, userId)
    .where('created_at', '>', after)
    .where('session_id', 'is distinct from', sessionId)
    .limit(MOST);
  // Where the pop-ups of what stands lead, too.
  const told = keptQuery(deps, userId).where('page', '=', '/profile/account');
  const read = await db
    .selectNoFrom([
      jsonObjectFrom(db.selectFrom('users').where('id', '=', userId).select(homeColumns)).as(
        'home',
      ),
      jsonObjectFrom(endingQuery(db, userId)).as('ending'),
      jsonArrayFrom(newTermsQuery(deps, userId)).as('terms'),
      jsonArrayFrom(told).as('told'),
      jsonArrayFrom(news).as('news'),
      jsonObjectFrom(recoveryDueQuery(db, userId)).as('recovery'),
      ...staysQueries(deps, owner),
    ])
    .executeTakeFirstOrThrow();
  const home = read.home ?? NOWHERE;
  const stands = [
    ...(read.ending ? [endingNotice(read.ending, asOf, home)] : []),
    ...read.terms.map((row) => termsNotice(row, home)),
  ]
    // One that was told by a pop-up has that one's id, because a page shows each id once.
    .map((one) => ({
      ...one,
      notice_id: read.told.find(({ body }) => body === one.text)?.id ?? one.notice_id,
    }))
    .filter((one) => !read.news.some(({ id }) => id === one.notice_id));
  const data = read.news.toReversed().map(({ id, body, about, created_at }) => ({
    ...{ notice_id: id, text: body, at: isoOf(created_at) },
    ...(about !== null && { about }),
  }));
  const due = read.recovery?.due_at;
  return {
    data: [...stands, ...data],
    as_of: asOf.toISOString(),
    recovery_due: due ? isoOf(due) : null,
    stays: staysOf(read),
  };
}
