import type { ColumnType, Generated } from 'kysely';
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
  state: 'pending' | 'credited' | 'dropped';
  seen_at: Moment;
  ask_at: Moment;
  credited_at: ColumnType<Date | null, Date | null | undefined, Date>;
  dropped_at: ColumnType<Date | null, undefined, Date>;
  /** The custodian's name for it; null: the sandbox's own. */
  external_id: ColumnType<string | null, string | undefined, never>;
  transaction_hash: Generated<string>;
  output_index: Generated<number>;
  address: Generated<string>;
  tag: Generated<string>;
  /** As the custodian wrote it, with decimals the ledger does not keep. */
  amount: Generated<string>;
  /** The custodian says that it is there for good. */
  settled: Generated<boolean>;
}

/** What a custodian reported and nobody may be credited with. */
interface DepositsAside {
  id: string;
  external_id: string;
  reason: string;
  network: string;
  address: string;
  tag: string;
  currency: string;
  amount: string;
  transaction_hash: string;
  output_index: number;
  confirmations: number;
  status: string;
  seen_at: Moment;
  reported_at: Moment;
}

interface CustodyFeeds {
  source: string;
  cursor: string;
  due_at: Moment;
  leased_until: Moment;
  heard_at: ColumnType<Date | null, undefined, Date>;
}

interface TransfersAside {
  reference: string;
  seen_at: Moment;
  settled_at: Moment | null;
}

interface NotificationSettings {
  user_id: string;
  chosen: string;
}

interface Notices {
  id: string;
  user_id: string;
  body: string;
  /** The purchase it is about, if any: once the customer has seen that, the notice is deleted. */
  about: ColumnType<string | null, string | null | undefined, never>;
  /** The session that did it, if one did: it is not told. */
  session_id: ColumnType<string | null, string | null | undefined, never>;
  page: Generated<string>;
  alarm: Generated<boolean>;
  created_at: Moment;
  expires_at: Moment;
  pushed_at: ColumnType<Date | null, Date | null | undefined, Date>;
  /**
   * The customer's notices not yet pushed when this one was written, including it: those with a low
   * number are pushed first.
   */
  turn: Generated<number>;
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
  deposits_aside: DepositsAside;
  custody_feeds: CustodyFeeds;
  transfers_aside: TransfersAside;
  saved_addresses: SavedAddresses;
}
