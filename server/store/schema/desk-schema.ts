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
/** Identity checks whose document is not of whoever the customer said they are (READ-09). */
interface IdentityCases {
  id: string;
  user_id: string;
  /** The name of the check; empty: the first one. */
  check_name: string;
  first_name: string;
  last_name: string;
  latin_name: string;
  born: string;
  country: string;
  match: 'near' | 'birth-date' | 'other' | 'unnamed';
  made_at: Moment;
  /** By when an officer looks; null: it can wait, or the version before wrote it. */
  due_at: ColumnType<Date | null, undefined, Date>;
  decided_at: ColumnType<Date | null, undefined, RawBuilder<Date>>;
  decision: ColumnType<'theirs' | 'not-theirs' | null, undefined, 'theirs' | 'not-theirs'>;
  decided_by: Generated<string>;
  decided_why: Generated<string>;
}

interface CardHolderCases {
  purchase_id: string;
  user_id: string;
  /** The name on the card; empty: its provider does not give it. */
  holder: string;
  match: 'near' | 'unnamed';
  made_at: Moment;
  decided_at: ColumnType<Date | null, undefined, RawBuilder<Date> | null>;
  decision: ColumnType<
    'theirs' | 'not-theirs' | 'close' | null,
    undefined,
    'theirs' | 'not-theirs' | 'close' | null
  >;
  decided_by: Generated<string>;
  decided_why: Generated<string>;
}

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
  card_holder_cases: CardHolderCases;
  identity_cases: IdentityCases;
  desk_decisions: DeskDecisions;
  desk_proposals: DeskProposals;
}
