import type { ColumnType, Generated } from 'kysely';
import type { PayeeAnswer } from '#core/contract/money/payee.ts';
import type { RequestKind, RequestState } from '#core/people/request-rules.ts';
import type { Moment, Units } from './core-schema.ts';

/** The tables of the address book, deposits and notifications. */
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
  /** Since when it is in doubt who saved it (READ-14); null: it is not. */
  doubted_at: ColumnType<Date | null, undefined, Date>;
  /** The bank's answer about the holder's name, the name itself, and when; null: it was not asked. */
  payee_answer: ColumnType<PayeeAnswer | null, undefined, PayeeAnswer>;
  payee_name: Generated<string>;
  payee_asked_at: Moment | null;
  /** When a payout was refused because of that answer, and what an officer decided; null: not yet. */
  payee_refused_at: Moment | null;
  payee_decided_at: Moment | null;
  payee_decided_for: Generated<string>;
  payee_allowed: Generated<boolean>;
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
  /** The custodian's id of it; null: the sandbox's own deposit. */
  external_id: ColumnType<string | null, string | undefined, never>;
  transaction_hash: Generated<string>;
  output_index: Generated<number>;
  address: Generated<string>;
  tag: Generated<string>;
  /** The sending addresses, as the network shows them, separated by spaces. */
  senders: Generated<string>;
  /** As the custodian wrote it, with decimals that the ledger does not keep. */
  amount: Generated<string>;
  /** The custodian says that it is final. */
  settled: Generated<boolean>;
}

/** A reported deposit that cannot be credited to anybody. */
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
  /** When a person settled it, and the result. */
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
  /** Who sent it. */
  party: ColumnType<
    'custody' | 'bank' | 'payment',
    'custody' | 'bank' | 'payment' | undefined,
    never
  >;
  /** Of a card payment: what its provider says against the books. Empty: a party sent it. */
  reason: ColumnType<string, string | undefined, never>;
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
  /** The purchase it is about, if any: once the customer has seen its result, the notice is deleted. */
  about: ColumnType<string | null, string | null | undefined, never>;
  /** The session that caused it, if any: its own device is not notified. */
  session_id: ColumnType<string | null, string | null | undefined, never>;
  page: Generated<string>;
  alarm: Generated<boolean>;
  created_at: Moment;
  expires_at: Moment;
  pushed_at: ColumnType<Date | null, Date | null | undefined, Date>;
  /**
   * How many of the customer's notices waited for push when this one was written, including it: those with a
   * low number are pushed first.
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
  /** How often in a row its service has refused us. */
  refused: Generated<number>;
}

interface ServerKeys {
  name: string;
  public_key: string;
  sealed: string;
}

/** A customer's request, and our answer. */
interface CustomerRequests {
  id: string;
  user_id: string;
  /** Chosen by the page, so that a repeated request counts once. */
  sent_key: string;
  kind: RequestKind;
  about: string;
  title: string;
  body: string;
  state: RequestState;
  created_at: Moment;
  due_at: Moment;
  /** Why the answer takes longer than first announced. */
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
  /** The currency of the threshold price. */
  currency: string;
  /** A price in 1e-8, or a move in hundredths of a percent. */
  threshold: Units;
  channel: string;
  created_at: Moment;
  /** Null while the alert waits. */
  fired_at: Moment | null;
}

/** One row: when the next process checks all alerts. */
interface PriceAlertRounds {
  name: string;
  due_at: Moment;
}

/** The key of a customer's notes, sealed on the device and once more by the server. */
interface NoteKeys {
  user_id: string;
  key_id: string;
  salt: string;
  rounds: number;
  sealed: string;
  /** A hash of the stored password hash, which shows whether the password was changed since. */
  sealed_for: string;
  sealed_at: Moment;
}

interface Notes {
  user_id: string;
  entry_id: string;
  /** Null for a card payment that bought nothing. */
  journal_id: string | null;
  sealed: string;
  version: number;
  changed_at: Moment;
}

/** When a customer was asked to turn on the second factor: after a deposit, and before a withdrawal. */
interface SecondFactorAsks {
  user_id: string;
  occasion: string;
  asked_at: Moment;
}

/** A customer's statement of a quarter, '2026-Q3': they were notified of it, or it has no entries. */
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
