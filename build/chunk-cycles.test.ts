import { expect, test } from 'vitest';
import { findCycle } from './chunk-cycles.ts';

test('a circle of chunks is found wherever it begins, and shared chunks are none', () => {
  const straight = { page: ['vendor', 'parts'], parts: ['vendor'], vendor: [] };
  expect(findCycle(new Map(Object.entries(straight)))).toBeUndefined();
  const circle = { page: ['parts'], parts: ['vendor', 'more'], more: ['parts'], vendor: [] };
  expect(findCycle(new Map(Object.entries(circle)))).toEqual(['parts', 'more', 'parts']);
});
