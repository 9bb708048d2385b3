import type { ColumnType, Generated } from 'kysely';
import type { Moment } from './core-schema.ts';

interface Ending {
  user_id: string;
  /** Without notice: for fraud and the like. */
  at_once: boolean;
  /** The officer's account. */
  officer: string;
  reason: string;
  noticed_at: Moment;
}

export interface Endings extends Ending {
  ends_at: Moment;
  claim_until: Moment;
  done: Generated<number>;
  done_at: ColumnType<Date | null, undefined, Date>;
  look_at: Moment;
  waits_for: Generated<string>;
}

/** Rows are added, and never changed. */
interface EndedRelationships extends Ending {
  ended_at: Moment;
}

/** The tables of relationships that we end. */
export interface EndingsSchema {
  endings: Endings;
  ended_relationships: EndedRelationships;
}
