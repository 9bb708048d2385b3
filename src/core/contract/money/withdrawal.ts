import * as v from 'valibot';
import { endpoint } from '#core/contract/endpoint.ts';
import { decimal, id, instant, password, success, text } from '#core/contract/schemas.ts';

export const withdrawalStatuses = [
  'requested',
  'cancelled',
  'broadcast',
  'completed',
  'failed',
  'refunded',
] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

/** Why a bank did not pay cash out, or sent it back (BANK-05). */
export const returnReasons = [
  'account-closed',
  'no-such-account',
  'other-name',
  'refused',
] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** A withdrawal and its progress (BEY-15). */
export const withdrawal = v.object({
  withdrawal_id: v.string(),
  status: v.picklist(withdrawalStatuses),
  currency_id: v.string(),
  amount: decimal,
  fee: decimal,
  total: decimal,
  network: v.string(),
  address: v.string(),
  /** XRP destination tag, or empty. */
  tag: v.string(),
  /** For cash to a bank account: the account's holder. `address` has the account number. */
  holder: v.optional(v.string()),
  /** Whom it goes to, by name, where the customer had to say it by law (KEEP-07). */
  recipient_name: v.optional(v.string()),
  /** For cash: why the bank did not pay it out or sent it back. */
  returned_for: v.optional(v.picklist(returnReasons)),
  /** The steps so far, in order. */
  steps: v.array(v.object({ status: v.picklist(withdrawalStatuses), at: instant })),
  /** Why it was cancelled, unless the customer asked for it. */
  cancelled_for: v.optional(
    v.picklist(['reported', 'password-reset', 'verification', 'refused', 'recipient', 'debt']),
  ),
  /** It is delayed, for a reason that the customer is not told. */
  delayed: v.optional(v.boolean()),
  /** Until when it can certainly be cancelled; null if it no longer can. */
  cancellable_until: v.nullable(instant),
  transaction_hash: v.nullable(v.string()),
  transaction_url: v.nullable(v.string()),
});
export type Withdrawal = v.InferOutput<typeof withdrawal>;

const requestedWithdrawal = v.object({
  ...success,
  data: v.object({
    withdrawal_id: v.string(),
    amount: decimal,
    fee: decimal,
    total: decimal,
    currency_id: v.string(),
  }),
});

export const createWithdrawal = endpoint({
  path: '/exchange/create-withdrawal-action',
  access: 'user',
  effect: 'money',
  request: v.object({
    amount: decimal,
    cryptoAddress: text(200),
    paymentRouteId: id,
    /** XRP destination tag. */
    tag: v.optional(text(20)),
    /** The customer confirmed that the recipient needs no tag; otherwise a missing tag is refused. */
    noTag: v.optional(v.boolean()),
    /** The fee that the customer was shown. If it has changed since, nothing is sent (BEY-03). */
    fee: v.optional(decimal),
    /** The code of the 2FA dialog, if 2FA is on. */
    otp: v.optional(text(16)),
    /** Required for a recipient never sent to before if 2FA is off (HARD-21). */
    password: v.optional(password),
    /** The mailed code or the passkey's token, if this transfer needs its own confirmation (KEEP-15). */
    transferCode: v.optional(text(16)),
    /** The address looks like a known one, and the customer confirmed it after a warning (BEY-14). */
    addressCompared: v.optional(v.boolean()),
    /**
     * When the recipient's owner was stated, as the review showed it. If it was stated anew since, the
     * withdrawal is refused.
     */
    saidAt: v.optional(instant),
  }),
  answer: requestedWithdrawal,
});

/** Pays cash out to a saved bank account, which must be in the customer's own name (BANK-05). */
export const createPayout = endpoint({
  path: '/exchange/create-payout',
  access: 'user',
  effect: 'money',
  request: v.object({
    amount: decimal,
    address_id: id,
    /** The fee that the customer was shown. If it has changed since, nothing is sent. */
    fee: v.optional(decimal),
    otp: v.optional(text(16)),
    /** As for a withdrawal. */
    transferCode: v.optional(text(16)),
    /** Required for an account never paid to before if 2FA is off (HARD-21). */
    password: v.optional(password),
    /** The bank's answer about the account's name that the customer saw. */
    payee: v.optional(text(10)),
    /**
     * The bank has a slightly different name for the account, and the customer said that it is theirs; otherwise such
     * an account is refused. Older pages send what was seen only.
     */
    payeeConfirmed: v.optional(v.boolean()),
  }),
  answer: requestedWithdrawal,
});

export const getWithdrawal = endpoint({
  path: '/exchange/get-withdrawal',
  access: 'user',
  effect: 'read',
  request: v.object({ withdrawal_id: id }),
  answer: v.object({ ...success, data: withdrawal }),
});

/**
 * Cancels a withdrawal and releases its money. Repeating it gives the same answer, so a lost answer does no
 * harm.
 */
export const cancelWithdrawal = endpoint({
  path: '/exchange/cancel-withdrawal',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.object({ withdrawal_id: id }),
  answer: v.object({ ...success, data: withdrawal }),
});
