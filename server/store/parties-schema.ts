import type { ColumnType, Generated, RawBuilder } from 'kysely';
import type { PayeeAnswer } from '#core/contract/payee.ts';
import type { ReturnReason } from '#core/contract/withdrawal.ts';
import type { Moment, Units } from './core-schema.ts';

/** The tables of registration, security, identity, funds, payments and merchants. */
interface EmailCodes {
  email: string;
  purpose: number;
  /** Which browser asked, as a hash; empty for one that did not say. */
  browser: string;
  /** The transfer it counts for, as a fingerprint; empty: it confirms none. */
  about: Generated<string>;
  code_hash: string;
  tries: number;
  sent_at: Moment;
  expires_at: Moment;
  used_at: Moment | null;
}

/** How many codes somebody asked for, for an address and a purpose. */
interface CodeAllowances {
  email: string;
  purpose: number;
  /** Who asked; empty for all strangers together. */
  asker: string;
  sent_at: Moment;
  sent_today: number;
  today_ends_at: Moment;
}

interface RecoveryCodes {
  user_id: string;
  code_hash: string;
  used_at: Moment | null;
}

interface SecondFactorGrants {
  session_id: string;
  user_id: string;
  expires_at: Moment;
  code_hash: string | null;
}

export interface PaymentRoutes {
  id: string;
  currency: string;
  network: string;
  is_active: boolean;
  min_deposit: string;
  min_withdrawal: string;
  withdrawal_fee: string;
  confirmations: number;
  needs_tag: boolean;
  position: number;
}

interface AddressCounters {
  network: string;
  /** Of the sandbox's addresses, or of the custodian's. */
  sandbox: boolean;
  next_index: number;
}

interface DepositAddresses {
  user_id: string;
  payment_route_id: string;
  network: string;
  address_index: number;
  address: string;
  /** Empty where the network needs none. */
  tag: string;
  /** Made by the sandbox: nobody holds a key to it. */
  sandbox: boolean;
  created_at: Moment;
}

export interface Withdrawals {
  id: string;
  user_id: string;
  payment_route_id: string;
  currency: string;
  units: Units;
  fee_units: Units;
  usd_cents: Units;
  address: string;
  tag: string;
  status: 'requested' | 'cancelled' | 'broadcast' | 'completed' | 'failed' | 'refunded';
  created_at: Moment;
  cancellable_until: Moment | null;
  due_at: Moment | null;
  attempts: Generated<number>;
  sending: Generated<boolean>;
  transaction_hash: Generated<string>;
  broadcast_at: Moment | null;
  completed_at: Moment | null;
  failed_at: Moment | null;
  refunded_at: Moment | null;
  cancelled_at: Moment | null;
  cancelled_for: 'reported' | 'password-reset' | 'verification' | 'refused' | 'recipient' | null;
  /** Whose bank account it goes to; empty: it is no payout. */
  holder: Generated<string>;
  /** Why the bank could not pay it out, or sent it back. */
  returned_for: ColumnType<ReturnReason | null, undefined, ReturnReason>;
  /** What the bank said of whose account it is, and the name it has, when it was asked for. */
  payee_answer: ColumnType<PayeeAnswer | null, PayeeAnswer | undefined, never>;
  payee_name: Generated<string>;
  /** The mail that says how to stop it: it is not sent while that mail waits. */
  mail_id: ColumnType<string | null, string | null | undefined, string>;
}

export interface Purchases {
  id: string;
  user_id: string;
  amount: string;
  currency: string;
  crypto_units: Units;
  crypto_currency: string;
  usdc: string;
  usdc_rate: string;
  /** Of the asset, in the currency charged, before the fee. */
  price: ColumnType<string | null, string | undefined, string>;
  /** In basis points, part of the price. */
  spread_bps: ColumnType<string | null, string | undefined, never>;
  token: string;
  /** `refunding`: paid, but nothing was bought for it; the provider is being asked to give it back. */
  status:
    | 'pending'
    | 'success'
    | 'failed'
    | 'declined'
    | 'cancelled'
    | 'unknown'
    | 'refunding'
    | 'refunded';
  /** Until when the price counts; null: for as long as it can be paid. */
  price_until: ColumnType<Date | null, RawBuilder<Date> | undefined, RawBuilder<Date>>;
  /** A later purchase has taken its place. */
  superseded: Generated<boolean>;
  /** What was agreed, where the price of the moment bought something else. */
  agreed_units: ColumnType<string | null, undefined, string>;
  paid_at: ColumnType<Date | null, undefined, Date>;
  /** Cancelled because nobody paid in time. */
  expired: Generated<boolean>;
  refunded_at: ColumnType<Date | null, undefined, RawBuilder<Date>>;
  device_type: ColumnType<string, string | undefined, string>;
  created_at: Moment;
  recorded_at: Moment | null;
  /** When the provider is asked next, while the purchase is open and for a day where it was not paid. */
  next_check_at: ColumnType<Date, RawBuilder<Date> | undefined, RawBuilder<Date>>;
  seen_at: ColumnType<Date | null, Date | undefined, RawBuilder<Date> | null>;
}

interface Merchants {
  id: string;
  first_name: string;
  last_name: string;
  position: number;
}

export interface MerchantTransactions {
  id: string;
  merchant_id: string;
  transaction_id: string | null;
  request_type: number;
  status: boolean;
  code: string;
  amount: string;
  currency: string | null;
  currency_amount: string | null;
  currency_value: string | null;
  user_name: string | null;
  source: string | null;
  orderreference: string | null;
  created_at: Moment;
}

/** A notice of a provider, by the digest of its text: how often it came, and what was answered. */
interface ProviderNotices {
  digest: string;
  party: 'identity' | 'payment' | 'bank';
  about: string;
  heard: ColumnType<number, number, RawBuilder<unknown>>;
  answered: number;
  asked_at: Moment;
}

/** What `users` has of how their owner signs in. */
export interface UserSecurity {
  two_factor_secret: ColumnType<string | null, string | null | undefined, string | null>;
  two_factor_pending: ColumnType<string | null, string | null | undefined, string | null>;
  two_factor_step: Generated<number>;
  /** Null: off. */
  two_factor_since: ColumnType<Date | null, undefined, Date | null>;
  /** The session that turned it on. */
  two_factor_by: ColumnType<string | null, undefined, string | null>;
  anti_phishing_code: ColumnType<string | null, string | null | undefined, string | null>;
  withdrawals_held_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  withdrawals_held_for: ColumnType<string | null, string | null | undefined, string | null>;
  withdrawals_frozen: Generated<boolean>;
  /** Withdrawals go to saved recipients alone since then; null: anywhere. */
  book_only_since: ColumnType<Date | null, undefined, Date | null>;
  /** When that ends; null: its owner has not left it. */
  book_only_until: ColumnType<Date | null, undefined, Date | null>;
}

export interface PartiesSchema {
  code_allowances: CodeAllowances;
  email_codes: EmailCodes;
  recovery_codes: RecoveryCodes;
  second_factor_grants: SecondFactorGrants;
  payment_routes: PaymentRoutes;
  address_counters: AddressCounters;
  deposit_addresses: DepositAddresses;
  withdrawals: Withdrawals;
  purchases: Purchases;
  provider_notices: ProviderNotices;
  merchants: Merchants;
  merchant_transactions: MerchantTransactions;
}
