import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Who of our staff is speaking with which customer, as they said at the desk (KEEP-17). */
export const conversations: Migration = {
  name: '0039-conversations',
  statements: [
    sql`create table conversations (
      id text primary key,
      user_id text not null references users,
      officer text not null references users,
      channel text not null check (channel in ('phone', 'email', 'video')),
      reason text not null,
      began_at timestamptz(3) not null,
      ends_at timestamptz(3) not null,
      check (ends_at between began_at and began_at + interval '1 hour')
    )`,
    sql`create index conversations_of on conversations (user_id, ends_at)`,
    sql`create trigger conversations_told after insert or update of ends_at on conversations
      for each row execute function tell_change('staff')`,
  ],
};
