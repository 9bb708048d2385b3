import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * Passwords that a mailed code alone has set, and recipients of a time that its owner has undone (READ-14). Words about
 * persons stand beside the audit log and not in it, and registers end when the law no longer has us keep them (READ-12).
 */
export const mailboxAndWords: Migration = {
  name: '0081-mailbox-and-words',
  statements: [
    // When a mailed code alone set the password; null: something else was shown with it, then or since.
    sql`alter table users add column password_mailed_at timestamptz(3)`,
    // What vouches for it since is an identity check, which its provider may take back.
    sql`alter table users add column password_by_identity boolean not null default false`,
    // The identity check that this session began, to show something besides the mailbox.
    sql`alter table sessions add column identity_check text`,
    // Since when it is in doubt who chose the recipient; null: it is not.
    sql`alter table saved_addresses add column doubted_at timestamptz(3)`,
    sql`alter table withdrawals add column doubted_at timestamptz(3)`,
    sql`create table audit_words (
      seq bigint not null references audit_log (seq),
      -- What of the entry's detail they are; there stands their fingerprint.
      name text not null,
      -- The customer they are about, with whom they go; null: no customer.
      user_id text references users (id),
      words text not null,
      written_at timestamptz(3) not null,
      primary key (seq, name)
    )`,
    sql`create index audit_words_user on audit_words (user_id)`,
    sql`create index audit_words_written on audit_words (written_at)`,
    // An account was closed eight years ago, and no authority had what is kept of it kept longer.
    sql`create function register_ends(owner text) returns boolean language sql stable as $$
      select exists (select from users where id = owner
          and deleted_at <= now() - interval '8 years')
        and not exists (select from archived where former_id = owner and part = 'identity')
    $$`,
    sql`create function register_stay() returns trigger language plpgsql as $$
      declare
        owner text;
      begin
        case tg_table_name
          when 'transfer_values', 'risk_decisions' then owner := to_jsonb(old) ->> 'user_id';
          when 'large_transfers' then
            select user_id into owner from transfer_values where id = old.id;
          when 'monitoring_hits' then
            select user_id into owner from transfer_values where id = to_jsonb(old) ->> 'transfer';
        end case;
        if owner is null or not register_ends(owner) then
          raise exception 'the register cannot be changed';
        end if;
        return old;
      end $$`,
    ...['transfer_values', 'large_transfers', 'risk_decisions'].flatMap((table) => [
      sql`drop trigger ${sql.ref(`${table}_kept`)} on ${sql.table(table)}`,
      sql`create trigger ${sql.ref(`${table}_kept`)} before update on ${sql.table(table)}
        for each row execute function register_refuse()`,
      sql`create trigger ${sql.ref(`${table}_stay`)} before delete on ${sql.table(table)}
        for each row execute function register_stay()`,
    ]),
    sql`drop trigger monitoring_hits_stay on monitoring_hits`,
    sql`create trigger monitoring_hits_stay before delete on monitoring_hits
      for each row execute function register_stay()`,
  ],
  indexes: [
    { name: 'risk_decisions_decided', on: 'risk_decisions (decided_at)' },
    { name: 'screenings_asked', on: 'screenings (asked_at)' },
    { name: 'users_deleted', on: 'users (deleted_at) where deleted_at is not null' },
  ],
};
