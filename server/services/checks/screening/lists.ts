import { type RawBuilder, sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { daily, inSlices, isIn } from '#server/platform/daily-pass.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { sinceLast } from '#server/platform/since-last.ts';
import { isFoundByRules } from '#server/services/checks/gates/known.ts';

/** How many customers are marked per statement. */
const BATCH = 1000;

/**
 * An index finds these, and not those with another version than one. In its order: in any other, each of the
 * thousand batches of a million customers would first pass by those of the batches before.
 */
const onOtherLists = (which: RawBuilder<unknown>) => sql`select id from screenings
  where subject = 'customer' and ${which} and state in ('clear', 'released')
    and exists (select 1 from users
      where users.id = screenings.user_id and users.deleted_at is null)
  order by list limit ${BATCH}`;

/** Nobody has decided about a transfer and the lists, or only about what our rules found in it. */
const isOpenToLists = sql`(screenings.state = 'clear'
  or (screenings.state = 'released' and ${isFoundByRules}))`;

/**
 * Asks the party which lists it has, and has customers and open transfers screened again on those that
 * they were not screened on. Marked with the version, so that a change counts once, by any number of
 * processes. What a person rejected or has yet to decide stays as it is, and so does a transfer that was
 * released from a list's finding; a customer who was released may be on a new list all the same.
 */
async function followLists({ db, clock, parties }: Deps, stopping?: AbortSignal): Promise<void> {
  const version = await parties.screening.version();
  if (version === undefined) return;
  let marked = BATCH;
  while (marked >= BATCH && !stopping?.aborted) {
    const { rows } = await sql`update screenings
      set list = ${version}, due_at = ${clock.sql}, generation = generation + 1,
        attempts = attempts + 1,
        bulk_since = case when subject <> 'customer' then null
          when due_at is null then ${clock.sql} else coalesce(bulk_since, ${clock.sql}) end
      where list <> ${version} and id = any(
        array(${onOtherLists(sql`list < ${version}`)})
        || array(${onOtherLists(sql`list > ${version}`)})
        || array(select screenings.id from withdrawals
          join screenings on screenings.id = 'withdrawal:' || withdrawals.id
          where withdrawals.due_at is not null and status = 'requested' and not sending
            and ${isOpenToLists})
        || array(select screenings.id from deposits
          join screenings on screenings.id = 'deposit:' || deposits.id
          where deposits.state = 'pending' and ${isOpenToLists})
        || array(select screenings.id from bank_transfers
          join screenings on screenings.id = 'transfer:' || bank_transfers.id
          where bank_transfers.state = 'checking' and ${isOpenToLists}))
        and state in ('clear', 'released')
      returning id`.execute(db);
    marked = rows.length;
  }
}

/** So far back accounts are looked for once an hour, and in other rounds only since the one before. */
const LATELY_SECONDS = 2 * 24 * 3600;

const customers = (which: RawBuilder<boolean>) => sql`
  select 'customer' as subject, id as reference, id as user_id from users
  where role = 'user' and deleted_at is null and ${which}`;

const openTransfers = sql`
  select 'withdrawal' as subject, id as reference, user_id from withdrawals
  where due_at is not null and status = 'requested' and not sending
  union all select 'deposit', id, user_id from deposits where state = 'pending'
  union all select 'transfer', id, user_id from bank_transfers
    where state = 'checking' and user_id is not null`;

/** What a server of the version before has set aside, or whoever registered there, has no row yet. */
const catchUp = ({ db, clock }: Deps, which: RawBuilder<unknown>) =>
  sql`insert into screenings (id, subject, reference, user_id, state, asked_at, due_at)
    select subject || ':' || reference, subject, reference, user_id, 'asked', ${clock.sql}, ${clock.sql}
    from (${which}) known
    where not exists (
      select 1 from screenings where screenings.id = known.subject || ':' || known.reference
    )
    on conflict do nothing`.execute(db);

export async function followScreening(deps: Deps, stopping?: AbortSignal): Promise<void> {
  await catchUp(deps, customers(sql`true`));
  await catchUp(deps, openTransfers);
  await followLists(deps, stopping);
}

export const screeningListLoop: Loop = {
  everyMs: 60_000,
  failed: 'screening not followed',
  round: async (deps, stopping) => {
    const catchUpAll = inSlices(deps, stopping, async (slice) => {
      await catchUp(deps, customers(isIn('users.id', slice)));
      return 'all';
    });
    await daily(deps)('screenings', catchUpAll);
    await sinceLast(deps, 'registered', LATELY_SECONDS, async (seconds) => {
      await catchUp(deps, customers(sql`created_at > ${deps.clock.sqlIn(-seconds)}`));
      return true;
    });
    await catchUp(deps, openTransfers);
    await followLists(deps, stopping);
  },
};
