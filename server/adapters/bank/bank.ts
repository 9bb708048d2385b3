import type { CashCode } from '#core/domain/cash.ts';
import type { Transfers } from '#server/adapters/custody/transfers.ts';
import type { Notice } from '#server/adapters/notice.ts';
import type { StatementReading } from './camt053.ts';

/** Where a customer's bank sends money to. What an account does not have is empty. */
export interface BankDetails {
  /** The bank's name for the account. */
  readonly externalId: string;
  /** Whom a payer writes as the recipient. */
  readonly holder: string;
  readonly bank: string;
  readonly iban: string;
  readonly bic: string;
  readonly bsb: string;
  readonly accountNumber: string;
  readonly payId: string;
}

/** A transfer as the bank tells of it. */
export interface BankTransfer {
  readonly id: string;
  /** The account it was paid into, by the bank's name for it. */
  readonly accountId: string;
  readonly currency: string;
  /** A plain decimal. */
  readonly amount: string;
  /** Empty: the bank does not know. */
  readonly payer: string;
  readonly reference: string;
  /** `reversed`: taken back by the payer's bank after it had arrived. */
  readonly status: 'pending' | 'settled' | 'rejected' | 'reversed';
}

/** For whom an account is opened. */
export interface AccountOwner {
  /** Ours: asked for twice, it is the same account. */
  readonly requestId: string;
  readonly name: string;
  readonly currency: CashCode;
}

/** The account that cash is to go to. */
export interface PayeeQuestion {
  /** As `accountText` writes it. */
  readonly address: string;
  readonly currency: string;
  readonly holder: string;
}

/** What the account's bank says of the name: nearly that one, or another one; `name`: the one it has, or empty. */
export interface PayeeName {
  readonly answer: 'match' | 'close' | 'none';
  readonly name: string;
}

/** The party that holds customers' money at a bank (BANK-02). Undefined is no answer. */
export interface Bank {
  readonly sandbox: boolean;
  /** Pays cash out to an account, by our reference (BANK-05). */
  readonly payouts: Transfers;
  /** Whose an account is, as its own bank says. */
  payee(question: PayeeQuestion): Promise<PayeeName | undefined>;
  openAccount(owner: AccountOwner): Promise<BankDetails | undefined>;
  /** The transfers since then, oldest or newest first, with what became of them. */
  transfers(from: Date): Promise<readonly BankTransfer[] | undefined>;
  transfer(id: string): Promise<BankTransfer | undefined>;
  /** Pays a transfer back to whom it came from, once for each request. `impossible`: a person must do it. */
  giveBack(id: string, requestId: string): Promise<'given' | 'impossible' | undefined>;
  /** What the bank booked on a closed day; without it, nothing is compared. */
  statement?(day: string): Promise<StatementReading | undefined>;
  transferOfNotice(
    body: Uint8Array,
    header: (name: string) => string | undefined,
  ): Notice | Promise<Notice>;
}
