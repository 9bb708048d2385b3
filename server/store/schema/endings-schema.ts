import type { ColumnType, Generated } from 'kysely';
import type { Moment } from './core-schema.ts';

interface Ending {
  user_id: string;
  /** Without notice, as in cases of fraud. */
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

/** Append-only. */
interface EndedRelationships extends Ending {
  ended_at: Moment;
}

/** The tables of ended relationships. */
export interface EndingsSchema {
  endings: Endings;
  ended_relationships: EndedRelationships;
}
