import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { decimal, id, instant, password, success, text } from './schemas.ts';

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

/** A withdrawal with what has become of it (BEY-15). */
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
  /** Cash to a bank account: whose it is. Its number stands in the address. */
  holder: v.optional(v.string()),
  /** Of cash that the bank did not pay out or that came back. */
  returned_for: v.optional(v.picklist(returnReasons)),
  /** The steps it has taken, in their order. */
  steps: v.array(v.object({ status: v.picklist(withdrawalStatuses), at: instant })),
  /** Why it was cancelled, if not at the customer's request. */
  cancelled_for: v.optional(
    v.picklist(['reported', 'password-reset', 'verification', 'refused', 'recipient']),
  ),
  /** It takes longer than usual, for a reason that is not told. */
  delayed: v.optional(v.boolean()),
  /** Until when it can certainly be cancelled; null once it no longer can. */
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
    /** The recipient needs no tag, as the customer has confirmed: without this, none is refused. */
    noTag: v.optional(v.boolean()),
    /** The fee the customer was shown: if it has changed since, nothing is sent (BEY-03). */
    fee: v.optional(decimal),
    /** The code of the 2FA dialog, where 2FA is on. */
    otp: v.optional(text(16)),
    /** To a recipient never sent to before, where 2FA is off (HARD-21). */
    password: v.optional(password),
    /** The code that was mailed for it, or what was had for a passkey: where it needs one of its own (KEEP-15). */
    transferCode: v.optional(text(16)),
    /** The address looks like one the customer knows; they were warned, and mean it (BEY-14). */
    addressCompared: v.optional(v.boolean()),
    /** When the customer said whose the address is, as the review showed it: something newer is refused. */
    saidAt: v.optional(instant),
  }),
  answer: requestedWithdrawal,
});

/** Cash to a bank account of the address book, which must be the customer's own (BANK-05). */
export const createPayout = endpoint({
  path: '/exchange/create-payout',
  access: 'user',
  effect: 'money',
  request: v.object({
    amount: decimal,
    address_id: id,
    /** As the customer was shown it: if it has changed since, nothing is sent. */
    fee: v.optional(decimal),
    otp: v.optional(text(16)),
    /** As for a withdrawal. */
    transferCode: v.optional(text(16)),
    /** To an account never paid to before, where 2FA is off (HARD-21). */
    password: v.optional(password),
    /** What the bank said of whose account it is, as the customer saw and, where it is needed, confirmed it. */
    payee: v.optional(text(10)),
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

/** Gives back what was set aside. Asking again gives the same answer: a lost answer does no harm. */
export const cancelWithdrawal = endpoint({
  path: '/exchange/cancel-withdrawal',
  access: 'user',
  effect: 'write',
  repeatable: true,
  request: v.object({ withdrawal_id: id }),
  answer: v.object({ ...success, data: withdrawal }),
});
