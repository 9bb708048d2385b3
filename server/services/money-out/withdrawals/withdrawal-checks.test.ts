import { expect, test } from 'vitest';
import { plainTag } from './withdrawal-checks.ts';

test('a destination tag becomes the plain number it stands for, and text that is not a tag stays as it is', () => {
  expect(['', '32', '0032', ' 7 ', '0'].map(plainTag)).toEqual(['', '32', '32', '7', '0']);
  expect(['memo', '1e3', '-1', '4294967296'].map(plainTag)).toEqual([
    'memo',
    '1e3',
    '-1',
    '4294967296',
  ]);
});
