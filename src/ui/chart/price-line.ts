import { formatUnits, mulDivNearest, parseUnitsDown } from '#core/money/decimal.ts';
import { formatDecimal } from '#core/money/format.ts';
import { PRICE_SCALE, parsePrice } from '#core/money/price.ts';

/** One price of a line: a decimal string, zero or more, in the currency it is shown in. */
export interface PricePoint {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly price: string;
  /** Values between this point and the one before are unknown, so no line is drawn there. */
  readonly apart?: boolean;
}

interface Tick {
  /** From 0 at the top to 1 at the bottom. */
  readonly y: number;
  readonly text: string;
}

export interface PriceLine {
  /** In the unit square: x from the first instant to the last, y from the top of the chart down. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
  readonly low: PricePoint;
  readonly high: PricePoint;
  readonly ticks: readonly Tick[];
}

/** The room above and below the line: its height divided by this. */
const AIR = 12n;
const TICKS = 4n;
const THOUSAND = 1_000n;

/** A step of 1, 2 or 5 times a power of ten that puts about four marks on `span`. */
function stepOf(span: bigint): bigint {
  const least = span / TICKS || 1n;
  const power = 10n ** BigInt(least.toString().length - 1);
  return [1n, 2n, 5n].map((times) => times * power).find((step) => step >= least) ?? 10n * power;
}

const decimalsOf = (step: bigint): number => {
  const [, fraction = ''] = formatUnits(step, PRICE_SCALE).split('.');
  return fraction.length;
};

/** A total may be zero at some moment and still have a line; a price of zero is no price. */
export const readWorth = (value: string): bigint | undefined => parseUnitsDown(value, PRICE_SCALE);

/** The places of the points in a chart; undefined if there is no line to draw. */
export function priceLine(
  points: readonly PricePoint[],
  read: (price: string) => bigint | undefined = parsePrice,
): PriceLine | undefined {
  const units = points.map(({ price }) => read(price));
  if (points.length < 2 || !units.every((unit) => unit !== undefined)) return undefined;
  // biome-ignore lint/complexity/useMathMinMax: Math knows no bigints
  const least = units.reduce((a, b) => (b < a ? b : a));
  // biome-ignore lint/complexity/useMathMinMax: Math knows no bigints
  const most = units.reduce((a, b) => (b > a ? b : a));
  // A price that never moves is a line through the middle.
  const air = (most - least) / AIR || most / 200n || 1n;
  // No price is below zero.
  const [bottom, top] = [least > air ? least - air : 0n, most + air];
  const down = (unit: bigint): number => Number(((top - unit) * 1_000_000n) / (top - bottom)) / 1e6;
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const step = stepOf(top - bottom);
  const ticks: Tick[] = [];
  // A mark is as short as it can be: on a phone its digits would take the line's room.
  const inThousands = step % (THOUSAND * 10n ** BigInt(PRICE_SCALE)) === 0n;
  for (let tick = (bottom / step + 1n) * step; tick < top; tick += step) {
    const decimals = decimalsOf(step);
    const text = (unit: bigint): string =>
      formatDecimal(formatUnits(unit, PRICE_SCALE), decimals, decimals);
    ticks.push({ y: down(tick), text: inThousands ? `${text(tick / THOUSAND)}K` : text(tick) });
  }
  const [low, high] = [points[units.indexOf(least)], points[units.indexOf(most)]];
  if (!low || !high) return undefined;
  return {
    places: points.map(({ at }, i) => ({
      x: last > first ? (at - first) / (last - first) : 0,
      y: down(units[i] ?? bottom),
    })),
    low,
    high,
    ticks,
  };
}

/** The line as the path of an SVG of this size. */
export const linePath = (
  { places }: PriceLine,
  points: readonly PricePoint[],
  width: number,
  height: number,
): string =>
  places
    .map(({ x, y }, i) => {
      const begins = i === 0 || points[i]?.apart;
      return `${begins ? 'M' : 'L'}${(x * width).toFixed(1)} ${(y * height).toFixed(1)}`;
    })
    .join('');

/** The index of the point nearest to `x`, 0 to 1 along the line. */
export function nearest(places: PriceLine['places'], x: number): number {
  let best = 0;
  for (const [i, place] of places.entries()) {
    if (Math.abs(place.x - x) < Math.abs((places[best]?.x ?? 0) - x)) best = i;
  }
  return best;
}

export interface PriceMove {
  /** With its sign, in the currency. */
  readonly amount: string;
  /** With its sign, to two decimals. */
  readonly percent: string;
  readonly spanMs: number;
  /** Whether the price itself is below one. */
  readonly small: boolean;
}

/** The change of a price from the first point of a line to its last; undefined without both. */
export function moveOver(points: readonly PricePoint[]): PriceMove | undefined {
  const [first, last] = [points[0], points.at(-1)];
  const from = parsePrice(first?.price ?? '');
  const to = parseUnitsDown(last?.price ?? '', PRICE_SCALE);
  if (points.length < 2 || !first || !last || !from || to === undefined) return undefined;
  const move = to - from;
  return {
    amount: formatUnits(move, PRICE_SCALE),
    percent: formatUnits((move * 10_000n) / from, 2),
    spanMs: last.at - first.at,
    small: to < 10n ** BigInt(PRICE_SCALE),
  };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HUNDRED_PERCENT = 100n * 10n ** BigInt(PRICE_SCALE);

/**
 * The change of `price` in 24 hours by the market's own `percent`, which the wallet shows too, wherever the
 * line begins. Undefined if the percentage is impossible.
 */
export function moveOfDay(price: string, percent: string): PriceMove | undefined {
  const now = parsePrice(price);
  const size = parseUnitsDown(percent.replace('-', ''), PRICE_SCALE);
  if (now === undefined || size === undefined) return undefined;
  const factor = HUNDRED_PERCENT + (percent.startsWith('-') ? -size : size);
  if (factor <= 0n) return undefined;
  return {
    amount: formatUnits(now - mulDivNearest(now, HUNDRED_PERCENT, factor), PRICE_SCALE),
    percent,
    spanMs: DAY_MS,
    small: now < 10n ** BigInt(PRICE_SCALE),
  };
}

const units = [
  [365 * DAY_MS, 'year'],
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
] as const;

/**
 * A span of time in the largest unit of which it has at least about one; less than two days are in hours. A
 * span within a tenth of the `asked` days is given as those days.
 */
export function spanText(span: number, asked?: number): string {
  const whole = (asked ?? 0) * DAY_MS;
  const ms = Math.abs(span - whole) <= whole / 10 ? whole : span;
  const [size, name] =
    units.find(([unit, what]) => ms >= unit * (what === 'day' ? 2 : 0.98)) ?? units[2];
  const count = Math.max(1, Math.round(ms / size));
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
