import type { ColumnType, Generated } from 'kysely';
import type { PayeeAnswer } from '#core/contract/payee.ts';
import type { RequestKind, RequestState } from '#core/domain/request-rules.ts';
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
  /** What the bank said of whose account it is, with the name it has, and when; null: it was not asked. */
  payee_answer: ColumnType<PayeeAnswer | null, undefined, PayeeAnswer>;
  payee_name: Generated<string>;
  payee_asked_at: Moment | null;
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
  /** Where it came from, as its network shows it; several are separated by spaces. */
  senders: Generated<string>;
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
  /** When a person was done with it, and what they found. */
  settled_at: ColumnType<Date | null, undefined, Date>;
  settled_for: Generated<string>;
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

/** What a customer asked of us, and what we answered. */
interface CustomerRequests {
  id: string;
  user_id: string;
  /** Chosen by the page, so that one sent twice is one. */
  sent_key: string;
  kind: RequestKind;
  about: string;
  title: string;
  body: string;
  state: RequestState;
  created_at: Moment;
  due_at: Moment;
  /** Why it takes longer than was said first. */
  later: Generated<string>;
  answer: Generated<string>;
  answered_at: ColumnType<Date | null, undefined, Date>;
  /** The officer's account. */
  answered_by: ColumnType<string | null, undefined, string>;
}

interface PriceAlerts {
  id: string;
  user_id: string;
  asset: string;
  kind: string;
  /** Of the price that is waited for. */
  currency: string;
  /** A price in 1e-8, or a move in hundredths of a per cent. */
  threshold: Units;
  channel: string;
  created_at: Moment;
  /** Null: it waits. */
  fired_at: Moment | null;
}

/** One row: when some process next looks at all alerts. */
interface PriceAlertRounds {
  name: string;
  due_at: Moment;
}

/** A customer's key of their notes, sealed on the device, and once more here. */
interface NoteKeys {
  user_id: string;
  key_id: string;
  salt: string;
  rounds: number;
  sealed: string;
  /** A fingerprint of the password's own, to tell whether it is still the one. */
  sealed_for: string;
  sealed_at: Moment;
}

interface Notes {
  user_id: string;
  entry_id: string;
  /** Null: of a card payment that bought nothing. */
  journal_id: string | null;
  sealed: string;
  version: number;
  changed_at: Moment;
}

/** When a customer was asked to turn on the second factor: after a deposit, before a withdrawal. */
interface SecondFactorAsks {
  user_id: string;
  occasion: string;
  asked_at: Moment;
}

/** A customer's statement of a quarter, '2026-Q3': that they were told of it, or had nothing in it. */
interface QuarterStatements {
  user_id: string;
  quarter: string;
  looked_at: Moment;
  sent: boolean;
}

export interface CustomerSchema {
  quarter_statements: QuarterStatements;
  second_factor_asks: SecondFactorAsks;
  note_keys: NoteKeys;
  notes: Notes;
  customer_requests: CustomerRequests;
  price_alerts: PriceAlerts;
  price_alert_rounds: PriceAlertRounds;
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
