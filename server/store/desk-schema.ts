import type { ColumnType, Generated, RawBuilder } from 'kysely';
import type { Moment } from './core-schema.ts';

/** An officer's decision about a case that a second officer has yet to confirm. */
interface DeskProposals {
  kind: string;
  case_id: string;
  decision: string;
  /** The state of the case that the first officer decided about. */
  basis: string;
  /** The first officer's account. */
  officer: string;
  reason: string;
  proposed_at: Moment;
}

/** The last decision about a case, and the account of the officer who made it. */
interface DeskDecisions {
  kind: string;
  case_id: string;
  decision: string;
  officer: string;
  decided_at: Moment;
}

/** An account that may be of somebody who owes from a closed one (HARD-50). */
interface DebtCases {
  id: string;
  former_id: string;
  user_id: string;
  /** How far the names are the same; the birth date is. */
  match: 'same' | 'near';
  found_at: Moment;
  /** Null: nobody has decided. */
  decision: ColumnType<
    'theirs' | 'not-theirs' | 'taken-back' | null,
    undefined,
    'theirs' | 'not-theirs' | 'taken-back' | null
  >;
  decided_at: ColumnType<Date | null, undefined, RawBuilder<Date> | null>;
  decided_why: Generated<string>;
  /** The recalled transfers that are owed by this account since, separated by blanks. */
  transfers: Generated<string>;
}

/** A conversation of a member of staff with a customer, until `ends_at`. */
interface Conversations {
  id: string;
  user_id: string;
  /** The account of the member of staff. */
  officer: string;
  channel: string;
  /** The subject, for the record. */
  reason: string;
  began_at: Moment;
  ends_at: Moment;
}

export interface DeskSchema {
  conversations: Conversations;
  debt_cases: DebtCases;
  desk_decisions: DeskDecisions;
  desk_proposals: DeskProposals;
}
