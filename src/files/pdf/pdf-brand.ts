import { circle, type Shape, smoothLine } from './pdf-shapes.ts';

/** The brand's colours on paper, which is white. */
export const paper = {
  ink: '#1c1915',
  muted: '#524c43',
  subtle: '#675f54',
  line: '#e6e1d7',
  accent: '#c2700c',
  sand: '#f6f1e8',
} as const;

/** The logo's size and the empty edge before its disc, in which its shapes are drawn (`src/ui/marks/logo.tsx`, whose arcs are curves here). */
export const LOGO = { width: 98, height: 32, edge: 2 } as const;

const word = [
  'M40.3 6.6L40.3 24.7M50.2 7.5L40.6 17M44.2 13.6L50.9 24M68.9 12.4L68.9 29.6M93.7 12.4L93.7 24.7',
  ...[58.7, 73.9, 88.7].map((x) => circle(x, 18.5, 5)),
].join('');

export const logo: readonly Shape[] = [
  { path: circle(16, 16, 14), fill: '#f3d9ae' },
  {
    path: 'M3.2 21.8C10.2 19.4 14.3 12.6 19.5 8.4C20.3 14.8 11.9 19.5 10.9 29C7.51 27.67 4.71 25.13 3.2 21.8Z',
    fill: paper.accent,
  },
  {
    path: 'M19.5 8.4C21.3 14.7 24.8 18.4 29.5 19.6C28.47 23.45 25.85 26.67 22.3 28.47C18.75 30.26 14.6 30.45 10.9 29C11.9 19.5 20.3 14.8 19.5 8.4Z',
    fill: '#211d18',
  },
  { path: word, line: { color: paper.ink, width: 2.5 } },
];

/** The ridge's height above its foot, from the left edge of the page to the right, of 1. */
const ridge = [
  42, 40, 43.5, 49.5, 52.8, 48.8, 45.4, 47.4, 55.5, 64.3, 70.4, 68.4, 63, 57.6, 54.2, 54.9, 60.2,
  69.7, 81.9, 90.6, 94, 90.6, 84.6, 78.5, 74.4, 73.1, 75.1, 78.5, 82.5, 83.2, 80.5,
].map((height) => height / 100);

/** The lines below the ridge, paler from one to the next. */
const strata = ['#dcc5a6', '#e1cfb5', '#e7d9c5', '#ede4d5'] as const;

/** The brand's dune with its layers over a width and a height: always the same shape, which tells of no value. */
export function ridgeShapes(width: number, height: number): readonly Shape[] {
  const line = (drop: number, flat: number): string =>
    smoothLine(
      ridge.map((at, i) => [
        (width * i) / (ridge.length - 1),
        height * (1 - at * flat) + drop * height,
      ]),
    );
  const top = line(0, 1);
  return [
    { path: `${top}L${width} ${height}L0 ${height}Z`, fill: paper.sand },
    ...strata.map((color, i): Shape => {
      const flat = 0.84 ** (i + 1);
      return {
        path: line(0.02 + 0.01 * i, flat),
        line: { color, width: 0.6 },
      };
    }),
    { path: top, line: { color: paper.accent, width: 1.4 } },
  ];
}

/** The flat sand behind a table's sums, with the line of its ground. */
export const sandShapes = (width: number, height: number): readonly Shape[] => [
  { path: `M0 0L${width} 0L${width} ${height}L0 ${height}Z`, fill: paper.sand },
  { path: `M0 0L${width} 0`, line: { color: paper.accent, width: 1.4 } },
];
