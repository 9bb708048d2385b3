import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What rules found in transfers, and how each case ended (KEEP-08). */
export const monitoring: Migration = {
  name: '0041-monitoring',
  statements: [
    // Rules look at what banks and cards move, too; the register of large transfers at crypto only.
    sql`alter table transfer_values add column kind text not null default 'crypto'
      check (kind in ('crypto', 'bank', 'card'))`,
    sql`create index transfer_values_user on transfer_values (user_id, happened_at)`,
    sql`create index bank_transfers_credited on bank_transfers (ended_at) where state = 'credited'`,
    sql`create index purchases_paid on purchases (paid_at) where paid_at is not null`,
    // A suspension, which is not for a match on a list, ends by itself; null: it is none, or was confirmed.
    sql`alter table screenings
      add column suspended_until timestamptz(3),
      add column confirmed_at timestamptz(3)`,
    sql`create index screenings_suspended on screenings (suspended_until)
      where state = 'match' and suspended_until is not null`,
    sql`create table monitoring_hits (
      -- \`rule:transfer\`: a rule finds a transfer once.
      id text primary key,
      rule text not null,
      -- \`withdrawal:ID\`, \`deposit:ID\`, \`bank:ID\` or \`purchase:ID\`
      transfer text not null,
      -- All that it was found in: the same rule does not count them again.
      transfers text[] not null,
      -- The numbers of that moment, in words.
      found text not null,
      hit_at timestamptz(3) not null,
      -- Its transfer waits, and is decided about where it is held.
      suspends boolean not null,
      -- By when it is reported; null: not a case of its own.
      report_by timestamptz(3),
      outcome text check (outcome in ('reported', 'nothing')),
      decided_at timestamptz(3),
      decided_by text not null default '',
      decided_why text not null default '',
      check ((outcome is null) = (decided_at is null))
    )`,
    sql`create index monitoring_hits_in on monitoring_hits using gin (transfers)`,
    sql`create index monitoring_hits_transfer on monitoring_hits (transfer)`,
    sql`create index monitoring_hits_order on monitoring_hits (hit_at, id)`,
    sql`create index monitoring_hits_open on monitoring_hits (report_by, id)
      where report_by is not null and decided_at is null`,
    // What was found stays, and is decided once.
    sql`create function monitoring_hits_refuse() returns trigger language plpgsql as $$
      begin
        if old.decided_at is not null or (old.report_by is not null
            and new.report_by is distinct from old.report_by)
          or (new.id, new.rule, new.transfer, new.transfers, new.found, new.hit_at, new.suspends)
            is distinct from
            (old.id, old.rule, old.transfer, old.transfers, old.found, old.hit_at, old.suspends)
        then
          raise exception 'the register cannot be changed';
        end if;
        return new;
      end $$`,
    sql`create trigger monitoring_hits_kept before update on monitoring_hits
      for each row execute function monitoring_hits_refuse()`,
    sql`create trigger monitoring_hits_stay before delete on monitoring_hits
      for each row execute function register_refuse()`,
    sql`create trigger monitoring_hits_whole before truncate on monitoring_hits
      for each statement execute function register_refuse()`,
  ],
};
