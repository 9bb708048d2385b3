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
  desk_decisions: DeskDecisions;
  desk_proposals: DeskProposals;
}
