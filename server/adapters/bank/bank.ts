import type { CashCode } from '#core/money/cash.ts';
import type { Transfers } from '#server/adapters/custody/transfers.ts';
import type { Notice } from '#server/adapters/party/notice.ts';
import type { StatementReading } from './camt053.ts';

/** The bank details that a customer pays to. A field that an account does not have is empty. */
export interface BankDetails {
  /** The bank's id of the account. */
  readonly externalId: string;
  /** The name that a payer writes as the recipient. */
  readonly holder: string;
  readonly bank: string;
  readonly iban: string;
  readonly bic: string;
  readonly bsb: string;
  readonly accountNumber: string;
  readonly payId: string;
}

/** A transfer as the bank reports it. */
export interface BankTransfer {
  readonly id: string;
  /** The bank's id of the account that received it. */
  readonly accountId: string;
  readonly currency: string;
  /** A plain decimal. */
  readonly amount: string;
  /** Empty if the bank does not know the payer. */
  readonly payer: string;
  readonly reference: string;
  /** `reversed`: the payer's bank took it back after it had arrived. */
  readonly status: 'pending' | 'settled' | 'rejected' | 'reversed';
}

/**
 * The answer to giving a transfer back. `impossible`: the bank cannot, a person has to; `reversed`: the payer's bank
 * has taken it back, so there is nothing to give.
 */
export type Returned = 'given' | 'impossible' | 'reversed';

/** The customer an account is opened for. */
export interface AccountOwner {
  /** Our id of the request: a repeated request returns the same account. */
  readonly requestId: string;
  readonly name: string;
  readonly currency: CashCode;
}

/**
 * An account that we asked for, as the bank has it now. `opening`: the bank has not made it yet, or says what we do not
 * know; `failed`: it never will; `closed`: what is paid to it comes back.
 */
export type OpenedAccount =
  | { readonly state: 'open'; readonly externalId: string; readonly details: BankDetails }
  | { readonly state: 'opening' | 'failed' | 'closed'; readonly externalId: string };

/** A part of the accounts that the bank has opened for us, each with our id of the request. */
export interface OpenedAccounts {
  readonly accounts: readonly (BankDetails & { readonly requestId: string })[];
  /** The cursor of the next part. */
  readonly cursor: string;
  /** Whether there is one already. */
  readonly more: boolean;
}

/** A question about the holder of the account that a payout goes to. */
export interface PayeeQuestion {
  /** The account in the format of `accountText`. */
  readonly address: string;
  readonly currency: string;
  readonly holder: string;
}

/**
 * The answer about the holder's name: close to the one asked for, or a different one. `name`: the name of the
 * holder if the bank tells it, else empty.
 */
export interface PayeeName {
  readonly answer: 'match' | 'close' | 'none';
  readonly name: string;
}

/** The bank that holds customers' cash (BANK-02). Undefined means no answer. */
export interface Bank {
  readonly sandbox: boolean;
  /** Payouts of cash to bank accounts, each under our reference (BANK-05). */
  readonly payouts: Transfers;
  /** The holder of an account, as its own bank reports it. */
  payee(question: PayeeQuestion): Promise<PayeeName | undefined>;
  openAccount(owner: AccountOwner): Promise<OpenedAccount | undefined>;
  /** An account that was asked for, by the bank's id of it. */
  account(externalId: string, owner: AccountOwner): Promise<OpenedAccount | undefined>;
  /**
   * Accounts opened since a cursor; the empty cursor is the beginning. A bank without this method cannot
   * know one that the books lack.
   */
  accounts?(cursor: string): Promise<OpenedAccounts | undefined>;
  /** The transfers since a moment with their current states, in any order. */
  transfers(from: Date): Promise<readonly BankTransfer[] | undefined>;
  /** `none`: the bank knows no such transfer. */
  transfer(id: string): Promise<BankTransfer | 'none' | undefined>;
  /** Returns a settled transfer to its payer, once per request id. */
  giveBack(id: string, requestId: string): Promise<Returned | undefined>;
  /** Whether it was returned under a request id; undefined without an answer. */
  isGivenBack(requestId: string): Promise<boolean | undefined>;
  /** The bank's bookings of a closed day. Without this method, no statement is compared. */
  statement?(day: string): Promise<StatementReading | undefined>;
  transferOfNotice(
    body: Uint8Array,
    header: (name: string) => string | undefined,
  ): Notice | Promise<Notice>;
}
