import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What customers ask of us with an answer due: refunds, errors, complaints, rights over data (KEEP-03). */
export const customerRequests: Migration = {
  name: '0019-requests',
  statements: [
    sql`create table customer_requests (
      id text primary key,
      user_id text not null references users,
      sent_key text not null,
      kind text not null check
        (kind in ('refund', 'error', 'complaint', 'correct', 'object', 'restrict')),
      about text not null,
      title text not null,
      body text not null,
      state text not null check (state in ('open', 'explaining', 'answered', 'rejected')),
      created_at timestamptz(3) not null,
      due_at timestamptz(3) not null,
      later text not null default '',
      answer text not null default '',
      answered_at timestamptz(3),
      answered_by text,
      unique (user_id, sent_key),
      check ((state in ('answered', 'rejected')) = (answered_at is not null))
    )`,
    sql`create index customer_requests_due on customer_requests (due_at, id)
      where answered_at is null`,
    sql`create trigger customer_requests_told after insert or update of state, due_at
      on customer_requests for each row execute function tell_change('requests')`,
  ],
};
