import type { ColumnType } from 'kysely';
import type { Moment, Units } from './core-schema.ts';

/** The tables of the address book and of deposits on their way. */
export interface SavedAddresses {
  id: string;
  user_id: string;
  kind: 'crypto' | 'fiat';
  label: string;
  currency: string;
  network: string;
  address: string;
  tag: string;
  holder: string;
  iban: string;
  bsb: string;
  account_number: string;
  created_at: Moment;
}

export interface Deposits {
  id: string;
  user_id: string;
  currency: string;
  network: string;
  units: Units;
  confirmations: number;
  confirmations_needed: number;
  state: 'pending' | 'credited';
  seen_at: Moment;
  ask_at: Moment;
  credited_at: ColumnType<Date | null, Date | null | undefined, Date>;
}

export interface CustomerSchema {
  deposits: Deposits;
  saved_addresses: SavedAddresses;
}
