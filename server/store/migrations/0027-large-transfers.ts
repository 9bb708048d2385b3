import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The register of transfers at or above EUR 15,000, which nobody can change (KEEP-08). */
export const largeTransfers: Migration = {
  name: '0027-large-transfers',
  statements: [
    // What each transfer was worth when it happened, so that linked ones can be summed.
    sql`create table transfer_values (
      -- \`withdrawal:ID\` or \`deposit:ID\`
      id text primary key,
      user_id text not null references users (id),
      direction text not null check (direction in ('out', 'in')),
      happened_at timestamptz(3) not null,
      eur_cents numeric(38,0) not null check (eur_cents >= 0),
      -- The time of the price.
      valued_at timestamptz(3) not null
    )`,
    sql`create index transfer_values_linked on transfer_values (user_id, direction, happened_at)`,
    sql`create index transfer_values_new on transfer_values (valued_at)`,
    sql`create table large_transfers (
      id text primary key references transfer_values (id),
      -- Its own worth, or that of those it is linked to, as far as they were known when it was entered.
      sum_eur_cents numeric(38,0) not null,
      entered_at timestamptz(3) not null
    )`,
    sql`create index large_transfers_order on large_transfers (entered_at, id)`,
    sql`create index withdrawals_broadcast on withdrawals (broadcast_at) where broadcast_at is not null`,
    sql`create index deposits_credited on deposits (credited_at) where credited_at is not null`,
    sql`create function register_refuse() returns trigger language plpgsql as $$
      begin
        raise exception 'the register cannot be changed';
      end $$`,
    sql`create trigger transfer_values_kept before update or delete on transfer_values
      for each row execute function register_refuse()`,
    sql`create trigger transfer_values_whole before truncate on transfer_values
      for each statement execute function register_refuse()`,
    sql`create trigger large_transfers_kept before update or delete on large_transfers
      for each row execute function register_refuse()`,
    sql`create trigger large_transfers_whole before truncate on large_transfers
      for each statement execute function register_refuse()`,
  ],
};
