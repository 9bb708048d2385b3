import type { ColumnType, Generated } from 'kysely';
import type { Moment } from './core-schema.ts';

export type ScreenedSubject = 'customer' | 'withdrawal' | 'deposit' | 'transfer';

export interface Screenings {
  /** `subject:reference`. */
  id: string;
  subject: ScreenedSubject;
  /** The id of the customer, withdrawal, deposit or bank transfer. */
  reference: string;
  user_id: string;
  /**
   * `asked`: waiting for the answer. `match`: found and undecided. `released` and `rejected`: a person's
   * decisions.
   */
  state: 'asked' | 'clear' | 'match' | 'released' | 'rejected';
  matched: Generated<string>;
  list: Generated<string>;
  asked_at: Moment;
  /** When the party is asked next; null: it has answered. */
  due_at: Moment | null;
  attempts: Generated<number>;
  /** Since when a customer waits for a question that nobody's money waits for: the lists have changed (READ-16). */
  bulk_since: ColumnType<Date | null, undefined, Moment | null>;
  /** Raised by whatever changes the question: an answer to an older one does not count (HARD-90). */
  generation: Generated<number>;
  /** The generation of the last answer. */
  answered_generation: Generated<number>;
  answered_at: ColumnType<Date | null, undefined, Date>;
  decided_at: ColumnType<Date | null, undefined, Date>;
  /** The deadline of the report, and after it of the decision; null: none. */
  decide_by: ColumnType<Date | null, undefined, Date | null>;
  reported_at: ColumnType<Date | null, undefined, Date | null>;
  /** When a suspension made by rules ends by itself; null: no such suspension, or it was confirmed. */
  suspended_until: ColumnType<Date | null, undefined, Date | null>;
  /** When an authority or a court confirmed it. */
  confirmed_at: ColumnType<Date | null, undefined, Date | null>;
  /** Who decided and why; empty while it is undecided. */
  decided_by: Generated<string>;
  decided_why: Generated<string>;
}

/** The tables of screening. */
export interface ScreeningSchema {
  screenings: Screenings;
}
