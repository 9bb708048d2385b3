import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Relationships that we end (KEEP-12), and the register of those that have ended. */
export const endings: Migration = {
  name: '0036-endings',
  statements: [
    sql`create table endings (
      user_id text primary key references users (id),
      at_once boolean not null,
      officer text not null,
      reason text not null,
      noticed_at timestamptz(3) not null,
      ends_at timestamptz(3) not null,
      claim_until timestamptz(3) not null,
      -- How many of the steps that follow were done, and when the last one was.
      done smallint not null default 0,
      done_at timestamptz(3),
      -- When the next one is due.
      look_at timestamptz(3) not null,
      -- Why it is not over though its time has come: an officer has to look. Empty: nothing is in the way.
      waits_for text not null default ''
    )`,
    sql`create index endings_due on endings (look_at)`,
    sql`create table ended_relationships (
      user_id text not null references users (id),
      at_once boolean not null,
      officer text not null,
      reason text not null,
      noticed_at timestamptz(3) not null,
      ended_at timestamptz(3) not null,
      primary key (user_id, ended_at)
    )`,
    sql`create index ended_relationships_order on ended_relationships (ended_at)`,
    sql`create index endings_waiting on endings (look_at, user_id) where waits_for <> ''`,
    // Nobody changes it, and it goes when the law no longer has us keep it.
    sql`create trigger ended_relationships_kept before update on ended_relationships
      for each row execute function register_refuse()`,
    sql`create trigger ended_relationships_stay before delete on ended_relationships
      for each row when (old.ended_at > now() - interval '8 years') execute function register_refuse()`,
    sql`create trigger ended_relationships_whole before truncate on ended_relationships
      for each statement execute function register_refuse()`,
  ],
};
