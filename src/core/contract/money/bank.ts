import * as v from 'valibot';
import { savedFiatAccount } from '#core/contract/account/address-book.ts';
import { endpoint } from '#core/contract/endpoint.ts';
import { decimal, done, empty, instant, success } from '#core/contract/schemas.ts';

/** The account details a customer transfers money to (BANK-02). Fields that do not apply are empty. */
export const bankDetails = v.object({
  currency_id: v.string(),
  /** The recipient's name, as the payer must write it. */
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

/** A transfer that the bank reported, and its state. */
export const bankTransfer = v.object({
  transfer_id: v.string(),
  amount: decimal,
  currency_id: v.string(),
  payer: v.string(),
  /** `checking`: held until an officer has looked at it. `returned`: sent back to the payer. */
  state: v.picklist(['pending', 'checking', 'returning', 'returned']),
  seen_at: instant,
});
export type BankTransfer = v.InferOutput<typeof bankTransfer>;

/**
 * Whether a saved account can be used for cash out. `known`: it was paid to before. `saved`: never paid to,
 * so the password is asked for. `new`: saved recently, so the payout is held longer as well. `waits`: usable
 * later (LIVE-08). `other-name`: it is not in the customer's own name.
 */
const standings = ['known', 'saved', 'new', 'waits', 'other-name'] as const;

/** A bank account that receives the market's currency (BANK-05). */
export const payoutAccount = v.object({
  ...savedFiatAccount.entries,
  standing: v.picklist(standings),
});
export type PayoutAccount = v.InferOutput<typeof payoutAccount>;

/** The customer's own account at our bank, and the transfers into it that are not credited yet. */
export const getBankDetails = endpoint({
  path: '/exchange/get-bank-details',
  access: 'user',
  effect: 'read',
  request: empty,
  answer: v.object({
    ...success,
    data: v.object({
      /** Null until the account is opened. */
      account: v.nullable(bankDetails),
      transfers: v.array(bankTransfer),
      /**
       * The fee and the minimum of cash out (BANK-05). Absent if the customer has no cash or payouts are
       * closed now.
       */
      payout: v.optional(
        v.object({
          fee: decimal,
          minimum: decimal,
          accounts: v.array(payoutAccount),
        }),
      ),
      /**
       * Money that a bank recalled after the customer had spent it. It is deducted from the next deposits of
       * cash.
       */
      owed: decimal,
      /** The same in other currencies, as of an earlier account. Older servers do not send it. */
      owed_else: v.optional(v.array(v.object({ currency_id: v.string(), amount: decimal }))),
    }),
    as_of: instant,
  }),
});

/** Opens the account. Asking again returns the same account. */
export const openBankAccount = endpoint({
  path: '/exchange/open-bank-account',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: empty,
  answer: done,
});
