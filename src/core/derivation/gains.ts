import type { Gains } from '#core/contract/wallet/gains.ts';
import { formatPrice } from '#core/money/format.ts';
import { PRICE_SCALE } from '#core/money/price.ts';
import { isZero } from '#core/statement/portfolio.ts';
import {
  asShown,
  type Derivation,
  given,
  nearest,
  priceDecimals,
  product,
  quantity,
  type Step,
  sum,
} from './derivation.ts';

/** The held units with a known cost. */
function knownStep({ amount, unknown_amount, currency_id: code }: Gains): Step {
  const held = quantity(amount, code);
  return isZero(unknown_amount)
    ? given('You hold', held)
    : sum('Held with a known cost', { first: held, minus: [quantity(unknown_amount, code)] });
}

const costStep = ({ cost, money_id: money }: Gains): Step =>
  given('What it cost', quantity(cost, money), 'fees and spreads included');

/** The average cost per held unit; undefined if no cost is known. */
export function averageDerivation(of: Gains, method: string): Derivation | undefined {
  if (of.average_cost === undefined) return undefined;
  const { money_id: money, currency_id: code } = of;
  const [known, cost] = [knownStep(of), costStep(of)];
  const average = product('Average', {
    times: [cost.result],
    over: [known.result],
    unit: `${money}/${code}`,
    rounding: nearest(PRICE_SCALE),
  });
  return {
    title: 'Average cost',
    shown: formatPrice(average.result.digits, money),
    steps: [known, cost, average, ...asShown(average.result, priceDecimals(average.result.digits))],
    sources: [`${method}.`],
  };
}

/** The gain if everything were sold now; undefined if price or cost is unknown. */
export function unrealisedDerivation(of: Gains, shown: string, at: string): Derivation | undefined {
  if (of.price === undefined || of.unrealised === undefined) return undefined;
  const { money_id: money, currency_id: code, price } = of;
  const [known, cost] = [knownStep(of), costStep(of)];
  const worth = product('Worth now', {
    times: [known.result, quantity(price, `${money}/${code}`)],
    unit: money,
    rounding: nearest(2),
  });
  return {
    title: 'Unrealised gain',
    shown,
    steps: [
      known,
      worth,
      cost,
      sum('Unrealised gain', { first: worth.result, minus: [cost.result] }),
    ],
    sources: [`Price: the market’s, ${at}, at the day’s reference exchange rate.`],
  };
}

/** The gain of all disposals; undefined if the server did not send its parts. */
export function realisedDerivation(
  of: Gains,
  shown: string,
  method: string,
): Derivation | undefined {
  if (!of.sold) return undefined;
  const { money_id: money, uncounted } = of;
  const { count, proceeds, fees, cost } = of.sold;
  const uncountedStep = isZero(uncounted)
    ? []
    : [given('Of it without a known cost', quantity(uncounted, money), 'counted as no gain')];
  const brought = given(
    'Sold for',
    quantity(proceeds, money),
    count === 1 ? 'in one sale' : `in ${count} sales`,
  );
  const paid = given('Fees', quantity(fees, money));
  const spent = given('What it had cost', quantity(cost, money), 'fees and spreads included');
  return {
    title: 'Realised gain',
    shown,
    steps: [
      brought,
      paid,
      ...uncountedStep,
      spent,
      sum('Realised gain', {
        first: brought.result,
        minus: [paid.result, ...uncountedStep.map(({ result }) => result), spent.result],
      }),
    ],
    sources: [`${method}.`, 'Each sale by itself stands in the tax report.'],
  };
}
