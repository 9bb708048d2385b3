import { formatFiat } from '#core/money/format.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import { FIAT_DECIMALS } from '#core/money/withdraw-form.ts';
import {
  asShown,
  type Derivation,
  down,
  given,
  nearest,
  product,
  quantity,
  type Step,
  sum,
} from './derivation.ts';
import { type InMoney, sourcesOf, type Times } from './worth.ts';

/** An asset and its price in USD; undefined while no price is known. */
interface Priced {
  readonly code: string;
  readonly price: string | undefined;
}

/** The value of an amount in the customer's money, to the nearest cent; empty if it is unknown. */
function worthSteps({ code, price }: Priced, amount: string, money: InMoney): readonly Step[] {
  const { currency, rate } = money;
  if (price === undefined || (rate === undefined && currency !== 'USD')) return [];
  const times = [quantity(amount, code), quantity(price, `USD/${code}`)];
  if (currency !== 'USD' && rate !== undefined) times.push(quantity(rate, `${currency}/USD`));
  return [product(`In ${currency}`, { times, unit: currency, rounding: nearest(FIAT_DECIMALS) })];
}

/** A typed amount and its value. */
export function knownAmountDerivation(
  title: string,
  of: Priced & { readonly amount: string },
  money: InMoney,
  { shown, times }: { readonly shown: string; readonly times: Times },
): Derivation {
  return {
    title,
    shown,
    steps: [
      given(title, quantity(of.amount, of.code), 'the amount that is sent'),
      ...worthSteps(of, of.amount, money),
    ],
    sources: sourcesOf(money, times),
  };
}

/** The network fee and its value. */
export function networkFeeDerivation(
  of: Priced & { readonly network: string; readonly fee: string },
  money: InMoney,
  { shown, times }: { readonly shown: string; readonly times: Times },
): Derivation {
  return {
    title: 'Network fee',
    shown,
    steps: [
      given('Fee', quantity(of.fee, of.code), `set for the ${of.network} network`),
      ...worthSteps(of, of.fee, money),
    ],
    sources: [
      'The fee does not depend on the amount. It is the one that counts when you confirm.',
      ...sourcesOf(money, times),
    ],
  };
}

/** The fee of a finished withdrawal, of the network or the bank. */
export function networkFeeThenDerivation(
  total: { readonly amount: string; readonly currency: string },
  received: string,
  { title, shown }: { readonly title: string; readonly shown: string },
): Derivation {
  const { currency } = total;
  const left = given('Left your wallet', quantity(total.amount, currency));
  const gets = given('Recipient gets', quantity(received, currency));
  return {
    title,
    shown,
    steps: [left, gets, sum(title, { first: left.result, minus: [gets.result] })],
    sources: ['The fee was fixed when the withdrawal was confirmed.'],
  };
}

/** What leaves the wallet: the received amount plus the fee. */
export function sentDerivation(
  of: Priced & { readonly amount: string; readonly fee: string },
  money: InMoney,
  { shown, times }: { readonly shown: string; readonly times: Times },
): Derivation {
  const total = sum('Total', {
    first: quantity(of.amount, of.code),
    plus: [quantity(of.fee, of.code)],
  });
  return {
    title: 'Total from your wallet',
    shown,
    steps: [total, ...worthSteps(of, total.result.digits, money)],
    sources: sourcesOf(money, times),
  };
}

/** The limit for 24 hours and what is left of it, in USD. */
interface Limit {
  readonly usd: string;
  readonly left: string;
}

function limitSteps(limit: Limit): readonly [whole: Step, used: Step, left: Step] {
  const whole = quantity(limit.usd, 'USD');
  const used = sum('', { first: whole, minus: [quantity(limit.left, 'USD')] });
  return [
    given('Limit of any 24 hours', whole, 'the same for every customer'),
    given('Withdrawn in the last 24 hours', used.result, 'fees included, at the prices of then'),
    sum('Left', { first: whole, minus: [used.result] }),
  ];
}

const LIMIT_TITLE = 'Left of today’s limit';
const LIMIT_RULE = 'It counts for everything you withdraw, in any asset and cash.';

/** The rest of the limit in the customer's money. */
export function limitDerivation(
  limit: Limit,
  money: InMoney,
  times: Pick<Times, 'rate'>,
): Derivation {
  const [whole, used, left] = limitSteps(limit);
  const { currency, rate } = money;
  const converted =
    currency === 'USD' || rate === undefined
      ? left
      : product(`In ${currency}`, {
          times: [left.result, quantity(rate, `${currency}/USD`)],
          unit: currency,
          rounding: nearest(PRICE_SCALE),
        });
  const steps = [
    ...[whole, used, left],
    ...(converted === left ? [] : [converted]),
    ...asShown(converted.result, FIAT_DECIMALS),
  ];
  return {
    title: LIMIT_TITLE,
    shown: formatFiat(converted.result.digits, currency),
    steps,
    sources: [
      LIMIT_RULE,
      ...(currency === 'USD' ? [] : [`Exchange rate: the day’s reference rate, ${times.rate}.`]),
    ],
  };
}

/** The same for cash, whose price in USD the wallet shows. */
export function cashLimitDerivation(
  limit: Limit,
  { code, scale }: { readonly code: string; readonly scale: number },
  price: string,
): Derivation {
  const [whole, used, left] = limitSteps(limit);
  const inCash = product(`In ${code}`, {
    times: [left.result],
    over: [quantity(price, `USD/${code}`)],
    unit: code,
    rounding: down(scale),
  });
  return {
    title: LIMIT_TITLE,
    shown: formatFiat(inCash.result.digits, code),
    steps: [whole, used, left, inCash],
    sources: [LIMIT_RULE, 'Exchange rate: the day’s reference rate.'],
  };
}

/** The fee of a payout to a bank account. */
export const payoutFeeDerivation = (fee: string, code: string): Derivation => ({
  title: 'Fee',
  shown: formatFiat(fee, code),
  steps: [given('Fee', quantity(fee, code), 'for a payment to a bank account')],
  sources: ['The fee does not depend on the amount. It is the one that counts when you confirm.'],
});

/** What leaves the cash balance: the received amount plus the fee. */
export function cashSentDerivation(amount: string, fee: string, code: string): Derivation {
  const total = sum('Total', { first: quantity(amount, code), plus: [quantity(fee, code)] });
  return {
    title: 'Total from your cash',
    shown: formatFiat(total.result.digits, code),
    steps: [total],
    sources: ['The account gets the amount in full.'],
  };
}
