import type { Moment } from './core-schema.ts';

/** The tables of the address book. */
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

export interface CustomerSchema {
  saved_addresses: SavedAddresses;
}
