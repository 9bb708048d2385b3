import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What administrators see, and the record of it. */
export const staff: Migration = {
  name: '0008-staff',
  statements: [
    // Merchants, as the payment gateway knows them.
    sql`create table merchants (
      id text primary key,
      first_name text not null,
      last_name text not null,
      position integer not null
    )`,
    // Their transactions, as the sandbox's gateway reports them.
    sql`create table merchant_transactions (
      id text primary key,
      merchant_id text not null references merchants (id),
      transaction_id text,
      request_type integer not null,
      status boolean not null,
      code text not null,
      amount text not null,
      currency text,
      currency_amount text,
      currency_value text,
      user_name text,
      source text,
      orderreference text,
      created_at timestamptz(3) not null
    )`,
    sql`create index merchant_transactions_newest on merchant_transactions (created_at desc, id desc)`,
    sql`create index merchant_transactions_of
      on merchant_transactions (merchant_id, created_at desc, id desc)`,
    // What staff saw and changed. Each entry carries the hash of the one before it.
    sql`create table audit_log (
      seq bigint primary key,
      at timestamptz(3) not null,
      actor text not null,
      action text not null,
      subject text not null,
      detail text not null,
      previous text not null,
      hash text not null unique
    )`,
    // The last entry, so that one missing at the end is noticed too.
    sql`create table audit_head (
      id integer primary key check (id = 1),
      seq bigint not null,
      hash text not null
    )`,
    // The database refuses every change but the next entry.
    sql`insert into audit_head values (1, 0, '')`,
    sql`create function audit_refuse() returns trigger language plpgsql as $$
      begin
        raise exception 'the audit log cannot be changed';
      end $$`,
    sql`create function audit_follow() returns trigger language plpgsql as $$
      begin
        if new.id <> old.id or new.seq <> old.seq + 1 or not exists (
          select 1 from audit_log
          where seq = new.seq and hash = new.hash and previous = old.hash
        ) then
          raise exception 'the audit log cannot be changed';
        end if;
        return new;
      end $$`,
    sql`create trigger audit_log_kept before update or delete on audit_log
      for each row execute function audit_refuse()`,
    sql`create trigger audit_log_whole before truncate on audit_log
      for each statement execute function audit_refuse()`,
    sql`create trigger audit_head_follows before update on audit_head
      for each row execute function audit_follow()`,
    sql`create trigger audit_head_kept before insert or delete on audit_head
      for each row execute function audit_refuse()`,
    sql`create trigger audit_head_whole before truncate on audit_head
      for each statement execute function audit_refuse()`,
  ],
};
