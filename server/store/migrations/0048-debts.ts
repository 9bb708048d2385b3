import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/**
 * Bank transfers are screened before they are credited, and what is owed follows its person (HARD-50, HARD-56). The
 * new checks are not validated: they only add to what was allowed, so no table is read for them.
 */
export const debts: Migration = {
  name: '0048-debts',
  statements: [
    sql`alter table bank_transfers drop constraint bank_transfers_state_check`,
    sql`alter table bank_transfers add constraint bank_transfers_state_check check (state in
      ('pending', 'checking', 'credited', 'aside', 'returning', 'returned', 'rejected', 'recalled'))
      not valid`,
    // Who owes what was recalled, if it is a later account of the same person.
    sql`alter table bank_transfers add column owed_by text`,
    // A keyed hash of name and birth date, by which the same person is known again.
    sql`alter table archived add column person_tag text`,
    sql`alter table screenings drop constraint screenings_subject_check`,
    sql`alter table screenings add constraint screenings_subject_check
      check (subject in ('customer', 'withdrawal', 'deposit', 'transfer')) not valid`,
    sql`alter table withdrawals drop constraint withdrawals_cancelled_for_check`,
    sql`alter table withdrawals add constraint withdrawals_cancelled_for_check check (cancelled_for in
      ('reported', 'password-reset', 'verification', 'refused', 'recipient', 'debt')) not valid`,
    sql`alter table recurring_runs drop constraint recurring_runs_outcome_check`,
    sql`alter table recurring_runs add constraint recurring_runs_outcome_check
      check (outcome in ('bought', 'short', 'missed', 'skipped', 'limited', 'frozen')) not valid`,
  ],
  indexes: [
    {
      name: 'bank_transfers_checking',
      on: `bank_transfers (seen_at) where state = 'checking'`,
    },
    {
      name: 'bank_transfers_debts',
      on: 'bank_transfers (coalesce(owed_by, user_id)) where owed > 0',
    },
    { name: 'archived_person', on: 'archived (person_tag) where person_tag is not null' },
  ],
};
