import type { ColumnType, Generated, RawBuilder } from 'kysely';
import type { RunOutcome } from '#core/contract/money/recurring-buys.ts';
import type { Rhythm } from '#core/time/recurrence.ts';
import type { Moment, Units } from './core-schema.ts';

/** The account at our bank that a customer pays into. A detail that it does not have is empty. */
export interface BankAccounts {
  user_id: string;
  currency: string;
  /** The bank's id of it. */
  external_id: string;
  holder: string;
  bank: string;
  iban: string;
  bic: string;
  bsb: string;
  account_number: string;
  pay_id: string;
  created_at: Moment;
  /** When the bank is asked next whether it is still open; null: at once. */
  look_at: ColumnType<Date | null, undefined, RawBuilder<Date>>;
}

/**
 * An account that we asked the bank for. `failed`: it was never opened; `closed`: it was, and what is paid to it is still
 * its customer's. The next one is asked for under another id.
 */
export interface BankAccountRequests {
  /** Our id of the request. */
  request_id: string;
  user_id: string;
  currency: string;
  /** The bank's id of the account. */
  external_id: string;
  state: 'opening' | 'open' | 'failed' | 'closed';
  asked_at: Moment;
  ended_at: Moment | null;
}

/**
 * A transfer reported by the bank. `pending`: on its way. `checking`: it has arrived, and is credited once its
 * payer and its customer were screened. `aside`: it cannot be credited, and a person must look into it. `returning`: it goes back to the payer. `recalled`: the payer's bank took it back after it
 * was credited.
 */
export interface BankTransfers {
  id: string;
  external_id: string;
  /** The owner of the account that received it; null: no account of ours. */
  user_id: string | null;
  currency: string;
  /** The amount as the bank wrote it. */
  amount: string;
  payer: string;
  reference: string;
  state:
    | 'pending'
    | 'checking'
    | 'credited'
    | 'aside'
    | 'returning'
    | 'returned'
    | 'rejected'
    | 'recalled';
  /** Why it is aside or goes back; empty otherwise. */
  reason: string;
  /** Cents that were recalled after the customer had spent them, and are not repaid. */
  owed: ColumnType<string, string | undefined, string>;
  /** Who owes it, if that is a later account of the same person; null: the owner. */
  owed_by: ColumnType<string | null, undefined, string | null>;
  seen_at: Moment;
  ask_at: Moment;
  ended_at: Moment | null;
  /** When a person settled what was aside, and the result. */
  settled_at: ColumnType<Date | null, undefined, Date | null>;
  settled_for: Generated<string>;
}

interface SandboxBankTransfers {
  id: string;
  account_id: string;
  currency: string;
  amount: string;
  payer: string;
  reference: string;
  status: string;
  created_at: Moment;
  booked_at: Moment | null;
  reversed_at: Moment | null;
}

interface SandboxBankReturns {
  request_id: string;
  transfer_id: string;
  created_at: Moment;
}

/** The bank's statement of a closed day, one row per account of ours. Amounts are in minor units. */
interface BankStatements {
  account: string;
  day: string;
  currency: string;
  opening: string;
  closing: string;
  read_at: Moment;
}

interface BankStatementEntries {
  account: string;
  day: string;
  line: number;
  /** Positive for a credit. */
  units: string;
  /** In lower case and without dashes. */
  refs: readonly string[];
  reversal: boolean;
}

/** A recurring buy of an asset with cash (BANK-08). Days are calendar days. */
export interface RecurringBuys {
  id: string;
  user_id: string;
  asset: string;
  cash: string;
  units: Units;
  every: Rhythm;
  first_on: string;
  next_on: string;
  most_spread_bps: number;
  state: 'active' | 'paused' | 'ended';
  created_at: Moment;
  /** When the next day is worked on; while a process does it, the end of its lease. */
  due_at: Moment;
}

interface RecurringRuns {
  buy_id: string;
  day: string;
  outcome: RunOutcome;
  created_at: Moment;
}

/** An account that we opened at the bank for a customer whom the books lack, as after a restore. */
interface LostBankAccounts {
  external_id: string;
  /** Our id of the request that opened it. */
  opened_for: string;
  seen_at: Moment;
}

/** The one row that says where the books are, and how often a server has said so. */
interface BooksMarks {
  id: number;
  place: string;
  count: ColumnType<string, bigint, bigint>;
}

/** A time when the books turned out to be an older copy; until it is released, customers' things rest. */
interface OlderCopies {
  id: string;
  because: string;
  found_at: Moment;
  released_at: ColumnType<Date | null, undefined, Date>;
}

export interface BankSchema {
  recurring_buys: RecurringBuys;
  recurring_runs: RecurringRuns;
  bank_accounts: BankAccounts;
  bank_account_requests: BankAccountRequests;
  bank_transfers: BankTransfers;
  bank_statements: BankStatements;
  bank_statement_entries: BankStatementEntries;
  lost_bank_accounts: LostBankAccounts;
  books_marks: BooksMarks;
  older_copies: OlderCopies;
  sandbox_bank_transfers: SandboxBankTransfers;
  sandbox_bank_returns: SandboxBankReturns;
}
