import { type RawBuilder, sql } from 'kysely';
import { utcDay } from '#core/domain/date-text.ts';
import type { Clock } from '#server/clock.ts';
import type { Deps } from '#server/deps.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { endedRefusal, endedSql } from '#server/services/endings/endings.ts';
import {
  unansweredRefusal,
  unansweredSql,
  uncertifiedRefusal,
  uncertifiedSql,
} from '#server/services/tax/tax-gates.ts';

/** Checked where something is bought, exchanged or paid in; selling, cashing out and withdrawing stay possible. */
const outsideLimits = ['ended', 'outdated', 'unanswered'] as const;

/**
 * What can limit a customer, in the order of the refusals: no certified tax residence before the first trade, an
 * ended relationship (KEEP-12), data overdue for three months (KEEP-09), a question about tax residence that
 * was not answered for 60 days (KEEP-14).
 */
type LimitName = 'uncertified' | (typeof outsideLimits)[number];

/** A limit in force, with its moments as JSON has them. */
export interface Limit {
  readonly name: LimitName;
  readonly since: string | null;
  readonly until: string | null;
}

/** Selects `since` and `until` where the limit holds, and no row where it does not. */
type Condition = (clock: Clock, userId: string) => RawBuilder<unknown>;

const outdatedSql: Condition = (clock, userId) => sql`
  select due_at as since, null::timestamptz as until from data_updates
  where user_id = ${userId} and limited_at <= ${clock.sql}`;

const outdatedRefusal = (due: Date): Refused =>
  refuse(
    'LIMIT_EXCEEDED',
    `Your data was due for an update on ${utcDay(due.getTime())}. Until it is updated, you can only sell, cash out and withdraw. Update it under Profile, Verification: everything then works again at once.`,
  );

const conditions: Readonly<Record<LimitName, Condition>> = {
  uncertified: uncertifiedSql,
  ended: endedSql,
  outdated: outdatedSql,
  unanswered: unansweredSql,
};

/** The first of these limits that holds for a customer, as an SQL expression that any statement can include. */
function firstOf(
  names: readonly LimitName[],
  clock: Clock,
  userId: string,
): RawBuilder<Limit | null> {
  const each = names.map(
    (name, place) => sql`select ${name}::text as name, ${place}::integer as place, since, until
      from (${conditions[name](clock, userId)}) as condition`,
  );
  return sql<Limit | null>`(
    select json_build_object('name', name, 'since', since, 'until', until)
    from (${sql.join(each, sql` union all `)}) as limits order by place limit 1)`;
}

/** The limit that keeps a customer from trading now. Selling needs only the certification. */
export const tradeLimitSql = (
  clock: Clock,
  userId: string,
  { selling }: { readonly selling: boolean },
): RawBuilder<Limit | null> =>
  firstOf(selling ? ['uncertified'] : ['uncertified', ...outsideLimits], clock, userId);

/** The refusal for a limit. */
export function limitRefusal({ name, since, until }: Limit): Refused {
  const from = new Date(since ?? 0);
  switch (name) {
    case 'uncertified':
      return uncertifiedRefusal();
    case 'ended':
      return endedRefusal(from, new Date(until ?? 0));
    case 'outdated':
      return outdatedRefusal(from);
    case 'unanswered':
      return unansweredRefusal(from);
  }
}

async function refusedBy(
  { db }: Pick<Deps, 'db'>,
  limit: RawBuilder<Limit | null>,
): Promise<Refused | undefined> {
  const row = await db.selectNoFrom(limit.as('limit')).executeTakeFirst();
  return row?.limit ? limitRefusal(row.limit) : undefined;
}

/** The refusal for a customer who may not buy, exchange or pay in. */
export const refusedIfLimited = (
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<Refused | undefined> => refusedBy(deps, firstOf(outsideLimits, deps.clock, userId));

/** The same for a purchase, which may be the customer's first trade. */
export const refusedToBuy = (
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<Refused | undefined> =>
  refusedBy(deps, tradeLimitSql(deps.clock, userId, { selling: false }));
