import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { RiskGroup } from '#core/domain/risk-group.ts';
import type { Moment } from './core-schema.ts';

/** Rows are added, and never changed. */
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
  /** What the rules said the last time. */
  rules_group: RiskGroup;
  /** An officer chose the group. */
  chosen: Generated<boolean>;
  updated_at: Moment;
  due_at: Moment;
  limited_at: Moment;
  /** What the customer was told of: see `stageOf`. */
  told: Generated<number>;
  /** The provider's name for the check that updates it, once it was begun. */
  check_id: ColumnType<string | null, string | undefined, string | null>;
  look_at: Moment;
}

/** The tables of risk groups and of what is due because of them. */
export interface RiskSchema {
  risk_decisions: RiskDecisions;
  data_updates: DataUpdates;
}
