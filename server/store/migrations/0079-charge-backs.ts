import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Card payments that are taken back, and what their provider settles (HARD-93). */
export const chargeBacks: Migration = {
  name: '0079-charge-backs',
  statements: [
    // One row for each purchase that somebody disputes.
    sql`create table charge_backs (
      purchase_id text primary key,
      user_id text not null,
      currency text not null,
      -- What the provider has taken back of a purchase that was credited, in cents.
      charged numeric(38, 0) not null default 0 check (charged >= 0),
      owed numeric(38, 0) not null default 0 check (owed >= 0),
      owed_by text,
      -- What officers say is owed no longer.
      waived numeric(38, 0) not null default 0 check (waived >= 0),
      -- What was taken back and no customer owes.
      lost numeric(38, 0) not null default 0 check (lost >= 0),
      respond_by timestamptz(3),
      found_at timestamptz(3) not null,
      heard_at timestamptz(3) not null,
      decided_at timestamptz(3),
      decided_why text not null default ''
    )`,
    sql`create index charge_backs_debts on charge_backs (coalesce(owed_by, user_id)) where owed > 0`,
    sql`create index charge_backs_open on charge_backs (found_at, purchase_id) where decided_at is null`,
    sql`create index charge_backs_user on charge_backs (user_id)`,
    // Each thing that the provider said of a dispute, as evidence.
    sql`create table charge_back_reports (
      purchase_id text not null,
      dispute_id text not null,
      place integer not null,
      state text not null check (state in ('asked', 'taken', 'lost', 'won', 'withdrawn')),
      cents numeric(38, 0) not null,
      currency text not null,
      reason text not null,
      respond_by timestamptz(3),
      said_at timestamptz(3),
      heard_at timestamptz(3) not null,
      primary key (purchase_id, dispute_id, place)
    )`,
    // What was taken from a customer for it, or given back, in cents of the purchase's currency.
    sql`create table charge_back_parts (
      reference text primary key,
      purchase_id text not null,
      user_id text not null,
      cents numeric(38, 0) not null
    )`,
    sql`create index charge_back_parts_purchase on charge_back_parts (purchase_id)`,
    // The provider's settlement of each day.
    sql`create table card_settlements (
      day text primary key,
      read_at timestamptz(3) not null
    )`,
    sql`create table card_settlement_lines (
      id text primary key,
      day text not null,
      purchase_id text not null,
      kind text not null check (kind in ('paid', 'refunded', 'taken', 'given')),
      cents numeric(38, 0) not null,
      currency text not null
    )`,
    sql`create index card_settlement_lines_purchase on card_settlement_lines (purchase_id)`,
    sql`create table sandbox_disputes (
      id text primary key,
      tracking_id text not null,
      state text not null,
      cents numeric(38, 0) not null,
      currency text not null,
      reason text not null,
      asked_at timestamptz(3) not null,
      taken_at timestamptz(3),
      over_at timestamptz(3)
    )`,
    sql`create index sandbox_disputes_payment on sandbox_disputes (tracking_id)`,
  ],
};
