import type { Moment } from './core-schema.ts';

/** What one officer has decided about a case and a second one has yet to confirm. */
interface DeskProposals {
  kind: string;
  case_id: string;
  decision: string;
  /** What the first one decided about. */
  basis: string;
  /** The account of the first one. */
  officer: string;
  reason: string;
  proposed_at: Moment;
}

/** A member of our staff speaks with a customer, until `ends_at`. */
interface Conversations {
  id: string;
  user_id: string;
  /** The account of who speaks. */
  officer: string;
  channel: string;
  /** What it is about, for the record. */
  reason: string;
  began_at: Moment;
  ends_at: Moment;
}

export interface DeskSchema {
  conversations: Conversations;
  desk_proposals: DeskProposals;
}
