import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * What staff saw and changed. Each entry carries the hash of the one before it; the head names the last
 * one, so that entries missing at the end are noticed too. The database refuses every other change.
 */
export const auditLog: Migration = {
  name: '0073-audit-log',
  statements: [
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
    sql`create table audit_head (
      id integer primary key check (id = 1),
      seq bigint not null,
      hash text not null
    )`,
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
