import type { Moment, Units } from './core-schema.ts';

interface TransferValues {
  /** `withdrawal:ID` or `deposit:ID` */
  id: string;
  user_id: string;
  direction: 'out' | 'in';
  happened_at: Moment;
  eur_cents: Units;
  /** The time of the price. */
  valued_at: Moment;
}

interface LargeTransfers {
  id: string;
  /** Its own worth, or that of those it is linked to, as far as they were known when it was entered. */
  sum_eur_cents: Units;
  entered_at: Moment;
}

/** The tables of monitoring: rows are added, and never changed. */
export interface MonitoringSchema {
  transfer_values: TransferValues;
  large_transfers: LargeTransfers;
}
