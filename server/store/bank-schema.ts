import type { ColumnType, Generated } from 'kysely';
import type { RunOutcome } from '#core/contract/recurring-buys.ts';
import type { Rhythm } from '#core/domain/recurrence.ts';
import type { Moment, Units } from './core-schema.ts';

/** The account at our bank that a customer pays into. What it does not have is empty. */
export interface BankAccounts {
  user_id: string;
  currency: string;
  /** The bank's name for it. */
  external_id: string;
  holder: string;
  bank: string;
  iban: string;
  bic: string;
  bsb: string;
  account_number: string;
  pay_id: string;
  created_at: Moment;
}

/**
 * A transfer that the bank told of. `pending`: on its way. `aside`: for a reason it is nobody's, and
 * somebody must look. `returning`: it goes back to who sent it. `recalled`: their bank took it back after
 * it was credited.
 */
export interface BankTransfers {
  id: string;
  external_id: string;
  /** Whose account it was paid into; null: no account of ours. */
  user_id: string | null;
  currency: string;
  /** As the bank wrote it. */
  amount: string;
  payer: string;
  reference: string;
  state: 'pending' | 'credited' | 'aside' | 'returning' | 'returned' | 'rejected' | 'recalled';
  /** Why it is aside or goes back; empty: it does not. */
  reason: string;
  /** Cents that were taken back after they were spent, and that the customer has not made up for. */
  owed: ColumnType<string, string | undefined, string>;
  seen_at: Moment;
  ask_at: Moment;
  ended_at: Moment | null;
  /** When a person was done with what is aside, and what they found. */
  settled_at: ColumnType<Date | null, undefined, Date>;
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

/** The bank's own account of a closed day, once for each account of ours. Amounts are in minor units. */
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
  /** What came is above zero. */
  units: string;
  /** In small letters and without dashes. */
  refs: readonly string[];
  reversal: boolean;
}

/** An asset bought with cash again and again (BANK-08). Days are written as the calendar does. */
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
  /** When the next day is looked at; while a process does so, until when it is that one's. */
  due_at: Moment;
}

interface RecurringRuns {
  buy_id: string;
  day: string;
  outcome: RunOutcome;
  created_at: Moment;
}

export interface BankSchema {
  recurring_buys: RecurringBuys;
  recurring_runs: RecurringRuns;
  bank_accounts: BankAccounts;
  bank_transfers: BankTransfers;
  bank_statements: BankStatements;
  bank_statement_entries: BankStatementEntries;
  sandbox_bank_transfers: SandboxBankTransfers;
  sandbox_bank_returns: SandboxBankReturns;
}
