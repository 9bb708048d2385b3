import { formatPrice } from '#core/money/format.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import { type Holding, isZero } from '#core/statement/portfolio.ts';
import {
  asShown,
  type Derivation,
  down,
  given,
  MONEY_DECIMALS,
  nearest,
  priceDecimals,
  product,
  type Quantity,
  quantity,
  type Step,
  together,
} from './derivation.ts';

/** Converts USD to the customer's money. */
export interface InMoney {
  readonly currency: string;
  /** Units of the currency per USD, as a decimal; unused for USD. */
  readonly rate: string | undefined;
}

/** The dates of prices and exchange rate, in words. */
export interface Times {
  readonly prices: string;
  readonly rate: string;
}

type Priced = Pick<Holding, 'code' | 'name' | 'price' | 'precision'>;

/** The value of an amount of an asset in USD. */
const worthStep = ({ code, name, price = '0' }: Priced, amount: string): Step =>
  product(name, {
    times: [quantity(amount, code), quantity(price, `USD/${code}`)],
    unit: 'USD',
    rounding: down(PRICE_SCALE),
  });

/** A USD amount in the customer's money, which may be USD itself. */
const moneySteps = (usd: Quantity, { currency, rate }: InMoney, unit = ''): readonly Step[] =>
  currency === 'USD' || rate === undefined
    ? []
    : [
        product(`In ${currency}`, {
          times: [usd, quantity(rate, `${currency}/USD`)],
          unit: currency + unit,
          rounding: nearest(PRICE_SCALE),
        }),
      ];

export const sourcesOf = (
  { currency }: Pick<InMoney, 'currency'>,
  times: Times,
): readonly string[] => [
  `Prices: the market’s, ${times.prices}.`,
  ...(currency === 'USD' ? [] : [`Exchange rate: the day’s reference rate, ${times.rate}.`]),
];

/** The value of all of these: the wallet's total, or one part of it. */
export function totalDerivation(
  title: string,
  parts: readonly (Priced & { readonly amount: string })[],
  money: InMoney,
  { shown, times }: { readonly shown: string; readonly times: Times },
): Derivation {
  const each = parts
    .filter(({ amount }) => !isZero(amount))
    .map((part) => worthStep(part, part.amount));
  const sum =
    each.length === 0
      ? given('Nothing is held', quantity('0', money.currency))
      : together('Together', each, 'USD');
  const usd = each.length === 1 ? each : [...each, sum];
  const steps = each.length === 0 ? [sum] : [...usd, ...moneySteps(sum.result, money)];
  const { result } = steps.at(-1) ?? sum;
  return {
    title,
    shown,
    steps: [...steps, ...asShown(result, MONEY_DECIMALS)],
    sources: sourcesOf(money, times),
  };
}

/** The price of one unit in the customer's money, with the decimals of a price. */
export function priceDerivation(
  { code, price = '0' }: Pick<Holding, 'code' | 'price'>,
  money: InMoney,
  times: Times,
): Derivation {
  const market = given('Market price', quantity(price, `USD/${code}`));
  const steps = [market, ...moneySteps(market.result, money, `/${code}`)];
  const { result } = steps.at(-1) ?? market;
  return {
    title: `Price of 1 ${code}`,
    shown: formatPrice(result.digits, money.currency),
    steps: [...steps, ...asShown(result, priceDecimals(result.digits))],
    sources: sourcesOf(money, times),
  };
}
