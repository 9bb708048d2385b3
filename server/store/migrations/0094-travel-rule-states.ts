import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** What providers answer about a transfer's data, and what their messages say later (READ-17). */
export const travelRuleStates: Migration = {
  name: '0094-travel-rule-states',
  statements: [
    sql`alter table travel_rule
      add column said text not null default '',
      add column until_at timestamptz(3),
      add column by_customer boolean not null default false,
      add column told_name text not null default '',
      add column told_country text not null default '',
      add column told_provider text not null default '',
      add column told_at timestamptz(3)`,
    sql`alter table travel_rule drop constraint travel_rule_state_check`,
    sql`alter table travel_rule add constraint travel_rule_state_check
      check (state in ('due', 'asked', 'pending', 'done', 'refused', 'contradicted', 'before')) not valid`,
  ],
  indexes: [
    {
      name: 'travel_rule_open',
      on: "travel_rule (state, id) where state in ('pending', 'contradicted')",
    },
  ],
};
