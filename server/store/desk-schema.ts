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

export interface DeskSchema {
  desk_proposals: DeskProposals;
}
