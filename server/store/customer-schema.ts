import type { ColumnType } from 'kysely';
import type { Moment, Units } from './core-schema.ts';

/** The tables of the address book, of deposits on their way and of notifications. */
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

interface NotificationSettings {
  user_id: string;
  chosen: string;
}

interface Notices {
  id: string;
  user_id: string;
  body: string;
  created_at: Moment;
  expires_at: Moment;
  pushed_at: ColumnType<Date | null, Date | null | undefined, Date>;
}

interface PushSubscriptions {
  session_id: string;
  user_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Moment;
}

interface ServerKeys {
  name: string;
  public_key: string;
  sealed: string;
}

export interface CustomerSchema {
  notification_settings: NotificationSettings;
  notices: Notices;
  push_subscriptions: PushSubscriptions;
  server_keys: ServerKeys;
  deposits: Deposits;
  saved_addresses: SavedAddresses;
}
