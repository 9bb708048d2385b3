import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Moment } from './core-schema.ts';

export type RiskGroup = 'low' | 'medium' | 'high';

/** Append-only. */
interface RiskDecisions {
  id: GeneratedAlways<string>;
  user_id: string;
  risk_group: RiskGroup;
  /** The officer's account; null: the rules. */
  decided_by: string | null;
  reason: string;
  decided_at: Moment;
}

export interface DataUpdates {
  user_id: string;
  risk_group: RiskGroup;
  /** The group that the rules last gave. */
  rules_group: RiskGroup;
  /** Whether an officer chose the group. */
  chosen: Generated<boolean>;
  updated_at: Moment;
  due_at: Moment;
  limited_at: Moment;
  /** The last stage that the customer was notified of: see `stageOf`. */
  told: Generated<number>;
  /** The provider's id of the check that updates the data, once it was begun. */
  check_id: ColumnType<string | null, string | undefined, string | null>;
  look_at: Moment;
}

/** The tables of risk groups and of the data updates that follow from them. */
export interface RiskSchema {
  risk_decisions: RiskDecisions;
  data_updates: DataUpdates;
}
