import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { limitKey } from '#server/platform/rate-limit.ts';
import { FIRST_LOCK_SECONDS, FREE_SIGN_IN_ATTEMPTS, LONGEST_LOCK_SECONDS } from '#server/policy.ts';
import { tooMany } from '#server/refusal/refusals.ts';
import type { Refused } from '#server/refusal/refused.ts';

/** After a day without attempts, counting starts again. */
const FORGET_SECONDS = 24 * 3600;

type Guarded = Pick<Deps, 'db' | 'clock'>;

const keyOf = (email: string): string => limitKey(`login:${email}`);

/**
 * Takes one of an address's attempts before its password is checked, so that concurrent attempts cannot
 * exceed the limit. Known and unknown addresses are counted alike. The last free attempt and each later one
 * lock for twice as long as the one before.
 */
export async function takeAttempt(deps: Guarded, email: string): Promise<Refused | undefined> {
  const { sql: now } = deps.clock;
  const forgotten = sql`held.resets_at <= ${now}`;
  const count = sql`case when ${forgotten} then 1 else held.failures + 1 end`;
  const lock = sql`least(${FIRST_LOCK_SECONDS} * power(2, least((${count}) - ${FREE_SIGN_IN_ATTEMPTS}, 10)), ${LONGEST_LOCK_SECONDS})`;
  const { rows } = await sql`
    insert into login_attempts as held (key, failures, locked_until, resets_at)
    values (${keyOf(email)}, 1, ${now}, ${deps.clock.sqlIn(FORGET_SECONDS)})
    on conflict (key) do update set
      failures = ${count},
      locked_until = case when (${count}) >= ${FREE_SIGN_IN_ATTEMPTS}
        then ${now} + (${lock}) * interval '1 second' else ${now} end,
      resets_at = ${deps.clock.sqlIn(FORGET_SECONDS)}
    where ${forgotten} or held.locked_until <= ${now}
    returning failures`.execute(deps.db);
  if (rows.length > 0) return undefined;
  const wait = await sql<{ wait: number }>`
    select ceil(extract(epoch from locked_until - ${now}))::integer as wait
    from login_attempts where key = ${keyOf(email)}`.execute(deps.db);
  return tooMany(Math.max(1, wait.rows[0]?.wait ?? 1));
}

/** The password was right: counting starts again. */
export async function forgetAttempts(deps: Guarded, email: string): Promise<void> {
  await deps.db.deleteFrom('login_attempts').where('key', '=', keyOf(email)).execute();
}

/**
 * Returns the attempt: the password was not checked, or it was right and the second factor is still missing.
 */
export async function giveBackAttempt(deps: Guarded, email: string): Promise<void> {
  await sql`update login_attempts
    set failures = greatest(failures - 1, 0), locked_until = ${deps.clock.sql}
    where key = ${keyOf(email)}`.execute(deps.db);
}
