import type { ColumnType, Generated } from 'kysely';
import type { Moment, Units } from './core-schema.ts';

/** The names of the rules that transfers are checked by. */
export type RuleName = 'split' | 'through' | 'turnover' | 'new-recipient' | 'large';

interface TransferValues {
  /** `withdrawal:ID`, `deposit:ID`, `bank:ID` or `purchase:ID`. */
  id: string;
  user_id: string;
  direction: 'out' | 'in';
  happened_at: Moment;
  eur_cents: Units;
  /** The time of the price that it was valued by. */
  valued_at: Moment;
  /** Its kind: the register of large transfers is about crypto only. */
  kind: Generated<'crypto' | 'bank' | 'card'>;
}

interface LargeTransfers {
  id: string;
  /** Its own value, or the sum with the transfers linked to it that were known at the time. */
  sum_eur_cents: Units;
  entered_at: Moment;
}

interface MonitoringHits {
  /** `rule:transfer`. */
  id: string;
  rule: RuleName;
  /** The transfer, which identifies the customer, in this table or in the screenings. */
  transfer: string;
  /** All transfers of the finding: the same rule does not count them again. */
  transfers: string[];
  /** The figures of that moment, as text. */
  found: string;
  hit_at: Moment;
  /** The transfer is suspended, and the decision is made where it is held. */
  suspends: boolean;
  /** The deadline of the report; null: it is not a case of its own. */
  report_by: Moment | null;
  outcome: ColumnType<'reported' | 'nothing' | null, undefined, 'reported' | 'nothing'>;
  decided_at: ColumnType<Date | null, undefined, Date>;
  decided_by: Generated<string>;
  decided_why: Generated<string>;
}

/** The tables of monitoring. Rows are append-only, except for the result of a case. */
export interface MonitoringSchema {
  transfer_values: TransferValues;
  large_transfers: LargeTransfers;
  monitoring_hits: MonitoringHits;
}
