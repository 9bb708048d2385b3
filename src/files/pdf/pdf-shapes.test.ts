import { expect, test } from 'vitest';
import { logo, ridgeShapes } from './pdf-brand.ts';
import { circle, drawnShapes, smoothLine } from './pdf-shapes.ts';

test('EYE-10 a shape is written with a PDF’s own operators, filled or as a line', () => {
  expect(drawnShapes([{ path: 'M1 2L3 4C1 2 3 4 5 6Z', fill: '#ff0000' }])).toBe(
    '1.000 0.000 0.000 rg\n1 2 m\n3 4 l\n1 2 3 4 5 6 c\nh\nf\n',
  );
  expect(drawnShapes([{ path: 'M0 0L9 0', line: { color: '#000000', width: 2 } }])).toBe(
    '0.000 0.000 0.000 RG\n2 w\n0 0 m\n9 0 l\nS\n',
  );
  expect(circle(5, 5, 5).match(/C/g)).toHaveLength(4);
  // Whatever else a path could say would be left out in silence.
  for (const { path } of [...logo, ...ridgeShapes(500, 60)]) {
    expect(path).toMatch(/^[MLCZ\d .-]+$/);
  }
});

test('EYE-10 the line through points does not go beyond a peak or a hollow', () => {
  const points = [
    [0, 5],
    [10, 1],
    [20, 9],
    [30, 9],
    [40, 3],
  ] as const;
  expect(smoothLine(points)).toMatch(/^M0\.00 5\.00C/);
  for (const part of smoothLine(points).split('C').slice(1)) {
    const [, y1 = 0, , y2 = 0] = part.split(' ').map(Number);
    for (const y of [y1, y2]) {
      expect(y).toBeGreaterThanOrEqual(1);
      expect(y).toBeLessThanOrEqual(9);
    }
  }
});
