import type { ColumnType, Generated } from 'kysely';
import type { RuleName } from '#core/domain/monitoring-rules.ts';
import type { Moment, Units } from './core-schema.ts';

interface TransferValues {
  /** `withdrawal:ID`, `deposit:ID`, `bank:ID` or `purchase:ID` */
  id: string;
  user_id: string;
  direction: 'out' | 'in';
  happened_at: Moment;
  eur_cents: Units;
  /** The time of the price. */
  valued_at: Moment;
  /** What moved it: the register of large transfers is about crypto only. */
  kind: Generated<'crypto' | 'bank' | 'card'>;
}

interface LargeTransfers {
  id: string;
  /** Its own worth, or that of those it is linked to, as far as they were known when it was entered. */
  sum_eur_cents: Units;
  entered_at: Moment;
}

interface MonitoringHits {
  /** `rule:transfer` */
  id: string;
  rule: RuleName;
  /** It says whose it is, here or among what is screened. */
  transfer: string;
  /** All that it was found in: the same rule does not count them again. */
  transfers: string[];
  /** The numbers of that moment, in words. */
  found: string;
  hit_at: Moment;
  /** Its transfer waits, and is decided about where it is held. */
  suspends: boolean;
  /** By when it is reported; null: not a case of its own. */
  report_by: Moment | null;
  outcome: ColumnType<'reported' | 'nothing' | null, undefined, 'reported' | 'nothing'>;
  decided_at: ColumnType<Date | null, undefined, Date>;
  decided_by: Generated<string>;
  decided_why: Generated<string>;
}

/** The tables of monitoring: rows are added, and never changed but for how a case ended. */
export interface MonitoringSchema {
  transfer_values: TransferValues;
  large_transfers: LargeTransfers;
  monitoring_hits: MonitoringHits;
}
