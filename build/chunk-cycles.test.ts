import { expect, test } from 'vitest';
import { findCycle } from './chunk-cycles.ts';

test('a cycle of chunk imports is found wherever it begins; a chunk that several others import is no cycle', () => {
  const straight = { page: ['vendor', 'parts'], parts: ['vendor'], vendor: [] };
  expect(findCycle(new Map(Object.entries(straight)))).toBeUndefined();
  const circle = { page: ['parts'], parts: ['vendor', 'more'], more: ['parts'], vendor: [] };
  expect(findCycle(new Map(Object.entries(circle)))).toEqual(['parts', 'more', 'parts']);
});
