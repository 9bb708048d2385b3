import { inkOf } from './pdf-page.ts';

/** A path that is filled or drawn as a line; its `y` grows downwards, as in SVG. */
export interface Shape {
  /** In SVG's words, of which M, L, C and Z are known, all with absolute numbers. */
  readonly path: string;
  readonly fill?: string;
  readonly line?: { readonly color: string; readonly width: number };
}

const operators = { M: 'm', L: 'l', C: 'c', Z: 'h' } as const;

/** The construction operators of a path (ISO 32000-1, 8.5.2): the numbers stand before them. */
const pathOf = (path: string): string =>
  Array.from(path.matchAll(/([MLCZ])([^MLCZ]*)/g), ([, word, numbers = '']) => {
    const operator = word === 'M' || word === 'L' || word === 'C' ? operators[word] : operators.Z;
    return `${numbers.trim()} ${operator}`.trim();
  }).join('\n');

/** What draws shapes in a page's content or in a form; with what it changed put back. */
export const drawnShapes = (shapes: readonly Shape[]): string =>
  shapes
    .map(({ path, fill, line }) =>
      [
        fill === undefined ? '' : `${inkOf(fill)} rg\n${pathOf(path)}\nf\n`,
        line === undefined ? '' : `${inkOf(line.color)} RG\n${line.width} w\n${pathOf(path)}\nS\n`,
      ].join(''),
    )
    .join('');

/** A circle of four curves, which is what a PDF has for it. */
export function circle(x: number, y: number, radius: number): string {
  const bend = radius * 0.5523;
  const points = (numbers: readonly number[]): string =>
    numbers.map((number) => number.toFixed(2)).join(' ');
  const [left, right, top, bottom] = [x - radius, x + radius, y - radius, y + radius];
  return [
    `M${points([x, top])}`,
    `C${points([x + bend, top, right, y - bend, right, y])}`,
    `C${points([right, y + bend, x + bend, bottom, x, bottom])}`,
    `C${points([x - bend, bottom, left, y + bend, left, y])}`,
    `C${points([left, y - bend, x - bend, top, x, top])}Z`,
  ].join('');
}

/** A line through points that never overshoots one: flat at each peak and in each hollow. */
export function smoothLine(points: readonly (readonly [x: number, y: number])[]): string {
  const steep = points.map(([, y], i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    if (!before || !after || (y - before[1]) * (after[1] - y) <= 0) return 0;
    return (after[1] - before[1]) / (after[0] - before[0]);
  });
  return points
    .map(([x, y], i) => {
      const before = points[i - 1];
      if (!before) return `M${x.toFixed(2)} ${y.toFixed(2)}`;
      const third = (x - before[0]) / 3;
      const numbers = [
        before[0] + third,
        before[1] + third * (steep[i - 1] ?? 0),
        x - third,
        y - third * (steep[i] ?? 0),
        x,
        y,
      ];
      return `C${numbers.map((number) => number.toFixed(2)).join(' ')}`;
    })
    .join('');
}
