import type { ColumnType, Generated } from 'kysely';
import type { Moment } from './core-schema.ts';

export type ScreenedSubject = 'customer' | 'withdrawal' | 'deposit';

export interface Screenings {
  /** `subject:reference` */
  id: string;
  subject: ScreenedSubject;
  /** The id of the customer, the withdrawal or the deposit. */
  reference: string;
  user_id: string;
  /**
   * `asked`: not answered yet. `match`: found, and not decided. `released` and `rejected`: what a person
   * decided.
   */
  state: 'asked' | 'clear' | 'match' | 'released' | 'rejected';
  matched: Generated<string>;
  list: Generated<string>;
  asked_at: Moment;
  /** When the party is asked next; null: it has answered. */
  due_at: Moment | null;
  attempts: Generated<number>;
  answered_at: ColumnType<Date | null, undefined, Date>;
  decided_at: ColumnType<Date | null, undefined, Date>;
  /** By when it is reported, or decided once it was reported; null: no time is set. */
  decide_by: ColumnType<Date | null, undefined, Date | null>;
  reported_at: ColumnType<Date | null, undefined, Date>;
  /** When the suspension of what rules found ends by itself; null: it is none, or was confirmed. */
  suspended_until: ColumnType<Date | null, undefined, Date | null>;
  /** The authority, or a court, wants it held. */
  confirmed_at: ColumnType<Date | null, undefined, Date>;
  /** Who decided, and why; empty where nobody has. */
  decided_by: Generated<string>;
  decided_why: Generated<string>;
}

/** The tables of screening. */
export interface ScreeningSchema {
  screenings: Screenings;
}
