import { fiatSymbols } from '#core/money/currencies.ts';
import { formatUnits, pow10 } from '#core/money/decimal.ts';
import { formatDecimal } from '#core/money/format.ts';

/**
 * How a shown number was computed (EASE-14): steps that follow from each other, so that anybody can check
 * them with a pencil. The last step is the number as it is shown.
 */
export interface Derivation {
  /** The name of the number. */
  readonly title: string;
  /** The number as the page shows it. */
  readonly shown: string;
  /** What it is made of, in the same money as the number; absent where the steps say it best. */
  readonly parts?: readonly Part[];
  readonly steps: readonly Step[];
  /** The sources of the facts in it, and their dates. */
  readonly sources: readonly string[];
}

export interface Part {
  readonly label: string;
  readonly text: string;
}

export interface Step {
  readonly label: string;
  /** The computation in words and numbers; empty for a given fact. */
  readonly how: string;
  readonly result: Quantity;
  /** How the result is rounded; empty if it is exact. */
  readonly rounding: string;
}

/** An exact number: a decimal string, with a sign if negative. With the unit `%`, percent. */
export interface Quantity {
  readonly digits: string;
  readonly unit: string;
}

export const quantity = (digits: string, unit: string): Quantity => ({ digits, unit });
export const percent = (digits: string): Quantity => quantity(digits, '%');
/** Hundredths of a percent. */
export const basisPoints = (bps: number | bigint): Quantity => percent(formatUnits(BigInt(bps), 2));

export interface Rounding {
  readonly how: 'down' | 'nearest' | 'up';
  readonly decimals: number;
}

/** Towards zero. */
export const down = (decimals: number): Rounding => ({ how: 'down', decimals });
export const nearest = (decimals: number): Rounding => ({ how: 'nearest', decimals });
/** Away from zero. */
export const up = (decimals: number): Rounding => ({ how: 'up', decimals });

const MOST_DECIMALS = 40;
/** The decimals of money, as in `format.ts`. */
export const MONEY_DECIMALS = 2;
const MINUS = '\u2212';

/** '1,234.5 USD', '99.75%'. */
export function quantityText({ digits, unit }: Quantity): string {
  const least = Object.hasOwn(fiatSymbols, unit) ? MONEY_DECIMALS : 0;
  const number = formatDecimal(digits, least, MOST_DECIMALS);
  return unit === '%' ? `${number}%` : `${number}\u00a0${unit}`;
}

interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

function exactOf({ digits, unit }: Quantity): Exact {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits) ?? [];
  const units = BigInt(whole + fraction);
  return {
    units: sign ? -units : units,
    scale: fraction.length + (unit === '%' ? 2 : 0),
  };
}

const roundingText = ({ how, decimals }: Rounding): string => {
  const to = decimals === 1 ? '1 decimal' : `${decimals} decimals`;
  switch (how) {
    case 'down':
      return `cut after ${to}`;
    case 'nearest':
      return `rounded to ${to}`;
    case 'up':
      return `rounded up to ${to}`;
  }
};

/** A fraction as a decimal, and whether it had to be rounded for that. */
function rounded(top: bigint, bottom: bigint, { how, decimals }: Rounding) {
  const scaled = (top < 0n ? -top : top) * pow10(decimals);
  const rest = scaled % bottom;
  const more = how === 'up' ? rest > 0n : how === 'nearest' ? 2n * rest >= bottom : false;
  const size = scaled / bottom + (more ? 1n : 0n);
  return { digits: formatUnits(top < 0n ? -size : size, decimals), isExact: rest === 0n };
}

function step(
  label: string,
  how: string,
  { top, bottom }: { readonly top: bigint; readonly bottom: bigint },
  unit: string,
  rounding: Rounding,
): Step {
  // In percent, the number is a hundred times as large.
  const shown = unit === '%' ? 100n * top : top;
  const { digits, isExact } = rounded(shown, bottom, rounding);
  const result = quantity(digits, unit);
  return { label, how, result, rounding: isExact ? '' : roundingText(rounding) };
}

/** A known fact, not computed. */
export const given = (label: string, result: Quantity, how = ''): Step => ({
  label,
  how,
  result,
  rounding: '',
});

/** The product of `times`, divided by everything in `over`, none of which may be zero. */
export function product(
  label: string,
  {
    times,
    over = [],
    unit,
    rounding,
  }: {
    readonly times: readonly Quantity[];
    readonly over?: readonly Quantity[];
    readonly unit: string;
    readonly rounding: Rounding;
  },
): Step {
  let top = 1n;
  let bottom = 1n;
  for (const { units, scale } of times.map(exactOf)) {
    top *= units;
    bottom *= pow10(scale);
  }
  for (const { units, scale } of over.map(exactOf)) {
    top *= pow10(scale);
    bottom *= units;
  }
  const how = [
    times.map(quantityText).join(' × '),
    ...over.map((divisor) => `÷ ${quantityText(divisor)}`),
  ].join(' ');
  return step(label, how, { top, bottom }, unit, rounding);
}

const sumOf = (parts: readonly Quantity[]) => {
  const exact = parts.map(exactOf);
  const scale = Math.max(0, ...exact.map((part) => part.scale));
  const top = exact.reduce((sum, part) => sum + part.units * pow10(scale - part.scale), 0n);
  return { top, bottom: pow10(scale), scale };
};

const negated = ({ digits, unit }: Quantity): Quantity =>
  quantity(digits.startsWith('-') ? digits.slice(1) : `-${digits}`, unit);

/** The first value, plus and minus the others; exact. */
export function sum(
  label: string,
  {
    first,
    plus = [],
    minus = [],
  }: {
    readonly first: Quantity;
    readonly plus?: readonly Quantity[];
    readonly minus?: readonly Quantity[];
  },
): Step {
  const { scale, ...fraction } = sumOf([first, ...plus, ...minus.map(negated)]);
  const how = [
    quantityText(first),
    ...plus.map((part) => `+ ${quantityText(part)}`),
    ...minus.map((part) => `${MINUS} ${quantityText(part)}`),
  ].join(' ');
  return step(label, how, fraction, first.unit, down(scale));
}

/** The sum of these steps' results. */
export function together(label: string, of: readonly Step[], unit: string): Step {
  const { scale, ...fraction } = sumOf(of.map(({ result }) => result));
  const how = of.length === 1 ? 'the line above' : `the ${of.length} lines above, added`;
  return step(label, how, fraction, unit, down(scale));
}

/** The number cut to the shown decimals; no step if that changes nothing. */
export function asShown(of: Quantity, decimals: number): readonly Step[] {
  const cut = product('Shown', { times: [of], unit: of.unit, rounding: down(decimals) });
  return cut.rounding === '' ? [] : [cut];
}

/** The decimals of a unit price by its size, as in `format.ts`. */
export const priceDecimals = (price: string): number => (/^0(\.|$)/.test(price) ? 4 : 2);
