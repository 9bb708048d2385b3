import type { PayoutAccount } from '#core/contract/money/bank.ts';
import type { Cash } from '#core/money/cash.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { formatFiat } from '#core/money/format.ts';
import { type Cover, maximum } from '#core/money/withdraw-form.ts';
import { VALID_AMOUNT } from '#core/words/amounts.ts';

/** The fee and the minimum of cash out, as decimals (BANK-05). */
export interface PayoutTerms {
  readonly fee: string;
  readonly minimum: string;
}

export interface PayoutForm {
  readonly cash: Cash;
  /** The typed text: a decimal that may end with its dot. */
  readonly amount: string;
  readonly terms: PayoutTerms | undefined;
  readonly account: PayoutAccount | undefined;
  /** Undefined while the balance is unknown. */
  readonly cover: Cover | undefined;
}

export interface PayoutProblem {
  readonly field: 'amount' | 'account';
  readonly text: string;
  /** A field is still empty, which is no error yet. */
  readonly missing?: true;
}

/** Whether cash can be sent to the account now. */
export const isPayable = ({ standing }: Pick<PayoutAccount, 'standing'>): boolean =>
  standing !== 'other-name' && standing !== 'waits';

/** The typed amount in cents; undefined if it is not an amount. */
export const centsIn = (amount: string, { scale }: Cash): bigint | undefined =>
  parseUnits(amount.replace(/\.$/, ''), scale);

function amountProblem(form: PayoutForm, terms: PayoutTerms): string | undefined {
  const { cash, cover } = form;
  const money = (units: bigint): string => formatFiat(formatUnits(units, cash.scale), cash.code);
  const units = centsIn(form.amount, cash);
  if (!units) return VALID_AMOUNT;
  if (!cover) return undefined;
  const { available, fee, limit } = cover;
  if (units > available) return `This is more than you have: ${money(available)}`;
  const least = parseUnits(terms.minimum, cash.scale) ?? 0n;
  if (units < least) return `The least that is paid out is ${money(least)}`;
  if (units + fee > available) {
    return `With the fee of ${money(fee)}, this is more than you have. The most is ${money(maximum(cover))}`;
  }
  if (limit !== undefined && units + fee > limit) {
    const left = maximum(cover);
    const rest = left > 0n ? `The most is ${money(left)}` : 'Nothing is left of today’s limit';
    return `This is more than you can withdraw in 24 hours. ${rest}`;
  }
  return undefined;
}

/** The first problem of the form; undefined if it can be sent. */
export function payoutProblem(form: PayoutForm): PayoutProblem | undefined {
  const { account, amount, terms } = form;
  if (!terms) return { field: 'amount', text: 'Cash can’t be paid out right now' };
  const wrong = amount === '' ? undefined : amountProblem(form, terms);
  if (wrong) return { field: 'amount', text: wrong };
  if (!account || !isPayable(account)) {
    return { field: 'account', text: 'Choose the account it goes to', missing: true };
  }
  return amount === ''
    ? { field: 'amount', text: 'Please enter an amount', missing: true }
    : undefined;
}
