/** A place in the unit square: x from the left, y from the top. */
export interface DunePoint {
  readonly x: number;
  readonly y: number;
}

/** The picture: `width` is stretched to the page's, `height` to the dune's. */
export const DUNE = { width: 1000, height: 104 } as const;

/** The highest and the lowest place of the ridge. */
const TOP = 8;
const FOOT = 46;
const MOST_PLACES = 31;

/** The layers below the ridge: how far each is below the one above, ever flatter and paler. */
const GAPS = [9, 10, 11.5, 13, 14.5, 16] as const;
const FLATTER = 0.84;
const OPAQUE = 0.62;
const PALER = 0.085;

/** The places of a line, fewer of them where there are many; the first and the last one stay. */
function thinned(places: readonly DunePoint[]): readonly DunePoint[] {
  if (places.length <= MOST_PLACES) return places;
  const step = (places.length - 1) / (MOST_PLACES - 1);
  return Array.from({ length: MOST_PLACES }, (_, i) => places[Math.round(i * step)]).filter(
    (place) => place !== undefined,
  );
}

const short = (value: number): string => String(Math.round(value * 10) / 10);

/** The slope of a curve at each place; none at a peak or a valley, so that the curve goes beyond neither. */
function slopesOf(places: readonly DunePoint[]): readonly number[] {
  const between = places.slice(1).map(({ x, y }, i) => {
    const from = places[i] ?? { x, y };
    return x > from.x ? (y - from.y) / (x - from.x) : 0;
  });
  return places.map((_, i) => {
    const before = between[i - 1];
    const after = between[i];
    if (before === undefined || after === undefined) return before ?? after ?? 0;
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
}

/** A curve through all places that never goes beyond two neighbours. */
export function curveOf(places: readonly DunePoint[]): string {
  const slopes = slopesOf(places);
  return places
    .map(({ x, y }, i) => {
      const from = places[i - 1];
      if (!from) return `M${short(x)} ${short(y)}`;
      const third = (x - from.x) / 3;
      const first = `${short(from.x + third)} ${short(from.y + (slopes[i - 1] ?? 0) * third)}`;
      const second = `${short(x - third)} ${short(y - (slopes[i] ?? 0) * third)}`;
      return `C${first} ${second} ${short(x)} ${short(y)}`;
    })
    .join('');
}

/** Each value stays until the next one, as money does that nobody moves. */
export const stepsOf = (places: readonly DunePoint[]): string =>
  places
    .map(({ x, y }, i) => (i === 0 ? `M${short(x)} ${short(y)}` : `H${short(x)}V${short(y)}`))
    .join('');

/** The lee side after today: from the height at which the line ends down to the plain. */
const leeOf = (y: number): string => {
  const plain = Math.max(y, 0.55 * DUNE.height);
  const at = (share: number): string => short(y + (plain - y) * share);
  return `M0 ${short(y)}C14 ${at(0.62)} 44 ${at(0.9)} 100 ${short(plain)}`;
};

interface Layer {
  readonly path: string;
  /** After today, in a picture of its own that is 100 wide. */
  readonly lee: string;
  readonly opacity: number;
}

export interface Dune {
  readonly ridge: string;
  readonly body: string;
  readonly lee: string;
  readonly leeBody: string;
  readonly layers: readonly Layer[];
  /** The height at which it ends, from 0 at the top to 1. */
  readonly end: number;
}

interface Shape {
  /** Before this x nothing is known or owned, and no ridge is drawn. */
  readonly begins?: number | undefined;
  /** The value does not drift: it stays until it changes, and the layers below are level. */
  readonly steps?: boolean;
}

/** The places of the ridge. A first step rises from the flat ground before it. */
function ridgeOf(
  places: readonly DunePoint[],
  begin: number,
  steps: boolean,
): readonly DunePoint[] {
  const before = places.findLast(({ x }) => x < begin);
  const shown = places.filter(({ x }) => x >= begin);
  return steps && before ? [{ x: begin, y: before.y }, ...shown] : shown;
}

/** The dune whose ridge is a line of values. */
export function duneOf(
  line: readonly DunePoint[],
  { begins = 0, steps = false }: Shape = {},
): Dune {
  const draw = steps ? stepsOf : curveOf;
  const places = (steps ? line : thinned(line)).map(({ x, y }) => ({
    x: x * DUNE.width,
    y: TOP + y * (FOOT - TOP),
  }));
  const end = places.at(-1)?.y ?? FOOT;
  let below = 0;
  const layers = GAPS.map((gap, i) => {
    below += gap;
    const flatter = steps ? 0 : FLATTER ** (i + 1);
    const deep = (y: number): number => FOOT + below + (y - FOOT) * flatter;
    return {
      path: curveOf(places.map(({ x, y }) => ({ x, y: deep(y) }))),
      lee: leeOf(deep(end)),
      opacity: Math.round((OPAQUE - PALER * i) * 100) / 100,
    };
  });
  return {
    ridge: draw(ridgeOf(places, begins * DUNE.width, steps)),
    body: `${draw(places)}V${DUNE.height}H0Z`,
    lee: leeOf(end),
    leeBody: `${leeOf(end)}V${DUNE.height}H0Z`,
    layers,
    end: end / DUNE.height,
  };
}

/** How high the ridge is at `x`, 0 to 1 from the top; `line` is what the dune was made of. */
export function heightAt(line: readonly DunePoint[], x: number): number {
  const places = thinned(line);
  const after = places.findIndex((place) => place.x >= x);
  const to = places[after < 0 ? places.length - 1 : after] ?? { x: 1, y: 1 };
  const from = places[after - 1] ?? to;
  const share = to.x > from.x ? (x - from.x) / (to.x - from.x) : 1;
  return (TOP + (from.y + (to.y - from.y) * share) * (FOOT - TOP)) / DUNE.height;
}
