import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import type { Loop } from '#server/platform/repeat.ts';

/** How many customers are marked per statement. */
const BATCH = 1000;

/**
 * Asks the party for its lists, and has customers and open transfers screened again on new ones. Their rows
 * have the lists' version, so a change counts once, with any number of processes. Rows that a person rejected
 * or has yet to decide stay, and so do released transfers; a released customer may be on a new list all the
 * same.
 */
async function followLists({ db, clock, parties }: Deps, stopping?: AbortSignal): Promise<void> {
  const version = await parties.screening.version();
  if (version === undefined) return;
  let marked = BATCH;
  while (marked >= BATCH && !stopping?.aborted) {
    const { rows } = await sql`update screenings
      set list = ${version}, due_at = ${clock.sql}, attempts = 0
      where list <> ${version} and id = any(
        array(select id from screenings
          where subject = 'customer' and list <> ${version} and state in ('clear', 'released')
            and exists (select 1 from users
              where users.id = screenings.user_id and users.deleted_at is null)
          order by id limit ${BATCH})
        || array(select screenings.id from withdrawals
          join screenings on screenings.id = 'withdrawal:' || withdrawals.id
          where withdrawals.due_at is not null and status = 'requested' and not sending
            and screenings.state = 'clear')
        || array(select screenings.id from deposits
          join screenings on screenings.id = 'deposit:' || deposits.id
          where deposits.state = 'pending' and screenings.state = 'clear'))
        and state in ('clear', 'released')
      returning id`.execute(db);
    marked = rows.length;
  }
}

/** Transfers and customers of a server of the previous version have no row yet: they get one. */
const catchUp = ({ db, clock }: Deps) =>
  sql`insert into screenings (id, subject, reference, user_id, state, asked_at, due_at)
    select subject || ':' || reference, subject, reference, user_id, 'asked', ${clock.sql}, ${clock.sql}
    from (
      select 'customer' as subject, id as reference, id as user_id from users
      where role = 'user' and deleted_at is null
      union all select 'withdrawal', id, user_id from withdrawals
      where status = 'requested' and not sending
      union all select 'deposit', id, user_id from deposits where state = 'pending'
    ) known
    where not exists (
      select 1 from screenings where screenings.id = known.subject || ':' || known.reference
    )
    on conflict do nothing`.execute(db);

export async function followScreening(deps: Deps, stopping?: AbortSignal): Promise<void> {
  await catchUp(deps);
  await followLists(deps, stopping);
}

export const screening: Loop = {
  everyMs: 60_000,
  failed: 'screening not followed',
  round: followScreening,
};
