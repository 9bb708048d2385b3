import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Whose card paid, by the name that its provider gives (SPEC-06). */
export const cardHolders: Migration = {
  name: '0091-card-holders',
  statements: [
    // How the card's name compares with the customer's; null: nobody compared. Why a payment went back; null: it did not,
    // or the version before did not say.
    sql`alter table purchases add column card_match text, add column returned_for text`,
    // Payments that wait for an officer, because the name is nearly the customer's; and those without a name that add up.
    sql`create table card_holder_cases (
      purchase_id text primary key references purchases (id),
      user_id text not null references users (id),
      holder text not null,
      match text not null check (match in ('near', 'unnamed')),
      made_at timestamptz(3) not null,
      decided_at timestamptz(3),
      decision text check (decision in ('theirs', 'not-theirs', 'close')),
      decided_by text not null default '',
      decided_why text not null default '',
      check ((decision is null) = (decided_at is null))
    )`,
    sql`create index card_holder_cases_list on card_holder_cases (made_at, purchase_id)
      where decided_at is null`,
    sql`create index card_holder_cases_user on card_holder_cases (user_id, made_at)`,
    // What the sandbox's card says, if it is another than the customer's own; empty: it does not say.
    sql`alter table sandbox_payments add column holder text`,
  ],
  indexes: [
    {
      name: 'purchases_unnamed',
      on: `purchases (user_id, paid_at) where card_match = 'unnamed'`,
    },
  ],
};
