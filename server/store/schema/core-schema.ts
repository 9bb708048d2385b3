import type { ColumnType, Generated } from 'kysely';
import type { Role } from '#core/pages.ts';
import type { JournalKind } from '#core/statement/journal-kind.ts';
import type { UserSecurity } from './parties-schema.ts';

/** A moment: read as a Date; written as a Date or an expression of the database's clock. */
export type Moment = ColumnType<Date, Date, Date>;
/** Minor units as decimal text: numeric(38,0). */
export type Units = ColumnType<string, string | bigint, string | bigint>;
/** JSON as text, so that every engine and driver returns the same. */
export type Json = string;

export interface Users extends UserSecurity {
  id: string;
  email: string;
  password_hash: string;
  role: Role;
  first_name: string;
  last_name: string;
  dob: string;
  phone: Generated<string>;
  address: Generated<string>;
  city: Generated<string>;
  state: Generated<string>;
  postal: Generated<string>;
  currency_code: string;
  country_code: string;
  is_eu: boolean;
  kyc_status: Generated<string>;
  /** The reviewer's comment to the customer; null: none. */
  kyc_comment: Generated<string | null>;
  /** The name in Latin letters, as the check of a verified customer read it; null: none. */
  kyc_latin_name: Generated<string | null>;
  /** Who they are by the document of the last check that counts (READ-09); null: it said nothing of it. */
  kyc_first_name: Generated<string | null>;
  kyc_last_name: Generated<string | null>;
  kyc_born: Generated<string | null>;
  kyc_country: Generated<string | null>;
  /** How often the identity provider was asked, and the number of the question that the status answers. */
  kyc_asked: Generated<number>;
  kyc_answered: Generated<number>;
  two_factor: Generated<boolean>;
  created_at: Moment;
  deleted_at: Moment | null;
  /** When the customer confirmed by mail what an older copy says of them (HARD-82). */
  copy_confirmed_at: ColumnType<Date | null, undefined, Date>;
}

export interface Sessions {
  id: string;
  user_id: string;
  access_hash: string;
  access_expires_at: Moment;
  refresh_hash: string;
  refresh_expires_at: Moment;
  /** The hash of the token that can only end the session. */
  end_hash: string | null;
  /** The hash of the nonce of the sign-in that opened the session. */
  opened_by: string | null;
  device_info: string;
  place: Generated<string>;
  created_at: Moment;
  last_seen_at: Moment;
  /**
   * When the session was opened with a recovery code; null if it was not, or once the required step is done.
   */
  recovery_code_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Whether the account knew the device before this sign-in; null: opened by an older server. */
  on_known_device: ColumnType<boolean | null, boolean | null | undefined, never>;
  /** Until when staff may set up a first factor in it: it was opened with the operator's code (HARD-65). */
  enrols_until: ColumnType<Date | null, Date | null | undefined, never>;
  /** How many steps its account had when it was opened; null: opened before they were counted (READ-07). */
  at_step: ColumnType<number | null, number | undefined, never>;
  /** When and with what a second factor was shown in it; null: never (READ-08). */
  second_factor_at: ColumnType<Date | null, Date | null | undefined, Date>;
  second_factor_with: ColumnType<string | null, string | null | undefined, string>;
  /** The identity check that it began, to show something besides the mailbox (READ-14). */
  identity_check: ColumnType<string | null, undefined, string | null>;
}

export interface Nonces {
  scope: string;
  nonce: string;
  expires_at: Moment;
}

export interface RateLimits {
  key: string;
  count: number;
  resets_at: Moment;
}

export interface LoginAttempts {
  key: string;
  failures: number;
  locked_until: Moment;
  resets_at: Moment;
}

export interface Accounts {
  id: string;
  owner: string;
  kind: string;
  currency: string;
  balance: Units;
}

export interface Journals {
  id: string;
  class: 'conversion' | 'payment' | 'manual' | 'trade';
  kind: JournalKind;
  user_id: string | null;
  reference: string | null;
  comment: string;
  network: string;
  sender: string;
  recipient: string;
  payment_method: string;
  created_at: Moment;
}

export interface Postings {
  journal_id: string;
  line: number;
  account_id: string;
  currency: string;
  amount: Units;
  statement_of: string | null;
  created_at: Moment;
}

/** The value of a statement's entry, in the customer's currency, at the time it was written. */
export interface EntryValues {
  journal_id: string;
  line: number;
  currency: string;
  /** A decimal with two decimals. */
  value: string;
  /** The price of one whole unit, a decimal; null for entries written before prices were kept. */
  price: string | null;
}

/** What a customer states that a deposit cost them. */
interface StatedCosts {
  user_id: string;
  journal_id: string;
  currency: string;
  cents: Units;
  stated_at: Moment;
}

export interface Instruments {
  id: string;
  is_active: boolean;
  base_currency: string;
  quote_currency: string;
  min_quantity: string;
  position: number;
}

export interface Quotes {
  id: string;
  user_id: string;
  source_currency: string;
  source_units: Units;
  target_currency: string;
  target_units: Units;
  spread_units: Units;
  created_at: Moment;
  expires_at: Moment;
  used_at: Moment | null;
}

export interface Operations {
  user_id: string;
  key: string;
  operation: string;
  request_hash: string;
  state: 'open' | 'done' | 'closed';
  answer: Json | null;
  created_at: Moment;
}

/** The same for a browser, signed in or not. */
export interface BrowserOperations extends Omit<Operations, 'user_id'> {
  browser: string;
}

/** The sums of the house's postings before the moment, by account, in minor units (ledger/house-totals.ts). */
interface HouseTotals {
  account_id: string;
  units: Units;
}

/** One row. */
interface HouseTotalsMoment {
  before: Moment;
}

export interface CoreSchema {
  users: Users;
  sessions: Sessions;
  nonces: Nonces;
  rate_limits: RateLimits;
  login_attempts: LoginAttempts;
  accounts: Accounts;
  journals: Journals;
  postings: Postings;
  house_totals: HouseTotals;
  house_totals_moment: HouseTotalsMoment;
  entry_values: EntryValues;
  stated_costs: StatedCosts;
  instruments: Instruments;
  quotes: Quotes;
  operations: Operations;
  browser_operations: BrowserOperations;
}
