import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RoutePath } from '#core/routes.ts';
import { type Month, pastQuarters } from '#core/time/month.ts';
import { quarterStatementMail } from '#server/adapters/mail/texts.ts';
import type { Deps } from '#server/deps.ts';
import { daily, isIn, onePass, type Slice } from '#server/platform/daily-pass.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { lockAccount } from '#server/services/customers/users/users.ts';
import { notify } from '#server/services/messages/notices/notify.ts';
import { tellEverybody } from '#server/services/messages/notices/tell-everybody.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** The causes of mails take turns: these delay nobody else’s. */
const CAUSE = 'quarter statements';
/** The pause while many mails are waiting. */
const PAUSE_MS = 10_000;
/** The page with the statements. */
const PAGE: RoutePath = '/transactions';

/** The quarter whose statements are announced now: the last one that has been over for ten minutes. */
const quarterAt = (now: number): Month | undefined => pastQuarters(now, 1)[0];

/** Customers from before a quarter's end who were not looked at for it yet, by id. */
const unlooked = (reader: Reader, { key, to }: Month, slice: Slice, most: number) =>
  reader
    .selectFrom('users')
    .select('id')
    .where(isIn('users.id', slice))
    .where('role', '=', 'user')
    .where('deleted_at', 'is', null)
    .where('created_at', '<', new Date(to))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('quarter_statements')
            .select('quarter')
            .whereRef('user_id', '=', 'users.id')
            .where('quarter', '=', key),
        ),
      ),
    )
    .orderBy('id')
    .limit(most)
    .execute();

/**
 * Whether there is a statement: something moved in the quarter, or was owned at its end, which is what is owned now
 * less what has moved since: nobody's whole history is read for it (HARD-95).
 */
async function hasSomething(reader: Reader, userId: string, { from, to }: Month): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`with own as materialized (
      select id, currency, balance from accounts
      where owner = ${userId} and kind in ('available', 'hold')
    )
    select exists (select from own cross join lateral (
        select from postings where account_id = own.id
          and created_at >= ${new Date(from)} and created_at < ${new Date(to)} limit 1) as moved)
      or exists (select from own group by currency
        having sum(balance - (select coalesce(sum(amount), 0) from postings
          where account_id = own.id and created_at >= ${new Date(to)})) <> 0) as has`.execute(
    reader,
  );
  return rows[0]?.has ?? false;
}

/**
 * Tells one customer, in the transaction that records it: the row's key makes it happen once, however many
 * servers try.
 */
async function tell(deps: Deps, userId: string, quarter: Month): Promise<void> {
  // Before the lock: of a quarter that is over, it does not change.
  const has = await hasSomething(deps.db, userId, quarter);
  await inTransaction(deps.db, async (tx) => {
    // The account is locked first, as everywhere it may be deleted.
    if (!(await lockAccount(tx, userId))) return;
    const noted = await tx
      .insertInto('quarter_statements')
      .values({
        ...{ user_id: userId, quarter: quarter.key, looked_at: deps.clock.sql, sent: has },
      })
      .onConflict((row) => row.doNothing())
      .returning('sent')
      .executeTakeFirst();
    if (!noted?.sent) return;
    await notify(deps, tx, userId, {
      cause: CAUSE,
      mail: (to) =>
        quarterStatementMail(to, { name: quarter.name, url: `${deps.config.publicUrl}${PAGE}` }),
    });
  });
}

/**
 * Tells all customers who owned something that the last quarter's statement is ready (KEEP-16), no faster
 * than mails leave. Returns whether some are left. Customers who could not be told are tried in the next
 * round.
 */
export async function tellOfQuarter(
  deps: Deps,
  stopping?: AbortSignal,
  passing = onePass,
): Promise<boolean> {
  const quarter = quarterAt(deps.clock.now());
  if (!quarter) return false;
  const news = {
    cause: CAUSE,
    failed: 'a customer was not told of a statement',
    untold: (slice: Slice, most: number) => unlooked(deps.db, quarter, slice, most),
    tell: (userId: string) => tell(deps, userId, quarter),
  };
  const pass = tellEverybody(deps, news, stopping);
  return (await passing(`quarter ${quarter.key}`, pass)) === 'waits';
}

async function tellAll(deps: Deps, stopping: AbortSignal): Promise<void> {
  while ((await tellOfQuarter(deps, stopping, daily(deps))) && !stopping.aborted) {
    await pause(PAUSE_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** A mail server that fails for a round or two does not matter for a quarterly statement. */
export const quarterStatementLoop: Loop = {
  everyMs: 3_600_000,
  failed: 'statements of quarters not told of',
  round: tellAll,
};
