import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Notes what has changed, instead of telling it, while a server is there that tells it (`platform/tell-changes.ts`). */
const noteOr = (message: string) =>
  sql.raw(`
  if exists (select 1 from change_tellers where seen_at > clock_timestamp() - interval '5 seconds') then
    insert into noted_changes (xid, message) values (pg_current_xact_id(), ${message});
  else
    perform pg_notify('kopa_changes', ${message});
  end if;`);

/**
 * A notice in a transaction that moves money makes PostgreSQL commit such transactions one after the other, each as
 * slow as the disk and the standbys: with commits of 5 ms a twentieth of them is left (HARD-96).
 */
export const notedChanges: Migration = {
  name: '0084-noted-changes',
  statements: [
    // Unlogged: a note costs no write that a commit waits for. A crash of the database empties them, and ends every
    // listening connection too, after which each page reads again.
    sql`create unlogged table noted_changes (
      -- The transaction that changed something.
      xid xid8 not null,
      message text not null
    )`,
    sql`create index noted_changes_xid on noted_changes (xid)`,
    // Its one row says when a server last told what was noted.
    sql`create unlogged table change_tellers (
      id boolean primary key check (id),
      seen_at timestamptz(3) not null
    )`,
    sql`create or replace function tell_change() returns trigger language plpgsql as $$
      begin
        ${noteOr(`tg_argv[0] || ' ' || new.user_id`)}
        return null;
      end $$`,
    sql`create or replace function tell_session_end() returns trigger language plpgsql as $$
      begin
        ${noteOr(`'session ' || old.user_id || ' ' || old.id`)}
        return null;
      end $$`,
  ],
};
