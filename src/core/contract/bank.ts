import * as v from 'valibot';
import { savedFiatAccount } from './address-book.ts';
import { endpoint } from './endpoint.ts';
import { decimal, done, empty, instant, success } from './schemas.ts';

/** Where a customer's bank sends money to (BANK-02). What an account does not have is empty. */
export const bankDetails = v.object({
  currency_id: v.string(),
  /** The recipient, as a payer writes it. */
  holder: v.string(),
  bank: v.string(),
  iban: v.string(),
  bic: v.string(),
  bsb: v.string(),
  account_number: v.string(),
  pay_id: v.string(),
  /** No bank holds this account: real money sent there is lost. */
  sandbox: v.optional(v.boolean()),
});
export type BankDetails = v.InferOutput<typeof bankDetails>;

/** A transfer that the bank tells of, and what became of it. */
export const bankTransfer = v.object({
  transfer_id: v.string(),
  amount: decimal,
  currency_id: v.string(),
  payer: v.string(),
  /** `checking`: set aside, until somebody has looked. `returned`: it went back to who sent it. */
  state: v.picklist(['pending', 'checking', 'returning', 'returned']),
  seen_at: instant,
});
export type BankTransfer = v.InferOutput<typeof bankTransfer>;

/**
 * How an account of the address book stands for cash out: `known` was paid to before, `saved` was not and
 * asks for the password, `new` is held longer besides, `waits` counts from later on (LIVE-08), and
 * `other-name` is not the customer's own.
 */
const standings = ['known', 'saved', 'new', 'waits', 'other-name'] as const;

/** A bank account that receives the market's currency (BANK-05). */
export const payoutAccount = v.object({
  ...savedFiatAccount.entries,
  standing: v.picklist(standings),
});
export type PayoutAccount = v.InferOutput<typeof payoutAccount>;

/** The customer's own account at our bank, and the transfers into it that are not on their balance. */
export const getBankDetails = endpoint({
  path: '/exchange/get-bank-details',
  access: 'user',
  effect: 'read',
  request: empty,
  answer: v.object({
    ...success,
    data: v.object({
      /** Null until it is opened. */
      account: v.nullable(bankDetails),
      transfers: v.array(bankTransfer),
      /** What paying cash out costs (BANK-05). Absent: there is no cash, or it cannot be paid out now. */
      payout: v.optional(
        v.object({
          fee: decimal,
          minimum: decimal,
          /** Absent in what a device kept of an earlier version. */
          accounts: v.optional(v.array(payoutAccount)),
        }),
      ),
      /** What a bank took back after it was spent: it is taken from the cash that comes next. */
      owed: decimal,
    }),
    as_of: instant,
  }),
});

/** Opens the account, once: whoever asks again is told of the same. */
export const openBankAccount = endpoint({
  path: '/exchange/open-bank-account',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: empty,
  answer: done,
});
