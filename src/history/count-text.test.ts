import { expect, test } from 'vitest';
import { type Counted, countText } from './count-text.ts';

const all: Counted = {
  ...{ shown: 130, known: 130, goesOn: false, filtered: false, looking: false },
  ...{ settled: true, found: false },
};

test.each([
  [{}, '130 transactions'],
  [{ shown: 1, known: 1 }, '1 transaction'],
  [{ shown: 0, known: 0 }, ''],
  [{ shown: 12, filtered: true }, '12 of 130 transactions'],
  [{ goesOn: true, shown: 100, known: 100 }, 'The newest 100 transactions'],
  [{ goesOn: true, shown: 12, known: 5000, filtered: true }, '12 of the newest 5,000 transactions'],
  [{ goesOn: true, filtered: true, looking: true }, 'Searching older transactions'],
] satisfies [Partial<Counted>, string][])('EASE-01 %j reads “%s”', (over, text) => {
  expect(countText({ ...all, ...over })).toBe(text);
});

test.each([
  [{ shown: 1, filtered: true }, '1 transaction found'],
  [{ shown: 0, known: 0, filtered: true }, '0 transactions found'],
  [{ shown: 100, goesOn: true, filtered: true }, 'The newest 100 transactions found'],
] satisfies [Partial<Counted>, string][])(
  'INS-04 of what the server found, %j reads “%s”',
  (over, text) => {
    expect(countText({ ...all, found: true, ...over })).toBe(text);
  },
);

test('EYE-11 U33 no number is said of the device’s copy while the server is asked, so that it is spoken once, and right', () => {
  const copy = { ...all, shown: 2, known: 2, settled: false };
  expect(countText(copy)).toBe('');
  expect(countText({ ...copy, shown: 4, known: 4, settled: true })).toBe('4 transactions');
});
