import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** Losses of the house are in the books (HARD-92), and what does not move has a way out (HARD-88). */
export const exits: Migration = {
  name: '0077-exits',
  statements: [
    // A loss of the house is on nobody's statement.
    sql`alter table journals alter column user_id drop not null`,
    // Since when a withdrawal is not sent any more, because officers may give it back.
    sql`alter table withdrawals add column halted_at timestamptz(3)`,
    // When a card payment's provider refused to give it back, and when a person gave it back another way.
    sql`alter table purchases
      add column refund_refused_at timestamptz(3),
      add column refund_settled_at timestamptz(3),
      add column refund_settled_for text not null default ''`,
  ],
  indexes: [
    { name: 'withdrawals_halted', on: 'withdrawals (halted_at) where halted_at is not null' },
  ],
};
