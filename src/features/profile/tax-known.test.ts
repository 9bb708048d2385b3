import { expect, test } from 'vitest';
import { knownTaxIn, numberBy } from './tax-known.ts';

test('KEEP-14 what the server tells of tax residences is read, and no more', () => {
  expect(knownTaxIn([['needed', 'yes']])).toEqual({
    ...{ needed: true, limitedFrom: undefined, numberDays: undefined, certified: undefined },
  });
  expect(knownTaxIn([['limited_from', '2026-03-02T00:00:00.000Z']])).toEqual({
    ...{ needed: false, limitedFrom: Date.UTC(2026, 2, 2) },
    ...{ numberDays: undefined, certified: undefined },
  });
  const known = knownTaxIn([
    ['certified_at', '2026-01-01T00:00:00.000Z'],
    ['residence', 'AU •••782'],
    ['residence', 'DE not-yet'],
    ['address', '1 George Street'],
    ['city', 'Sydney'],
    ['state', ''],
    ['postal', '2000'],
    ['country', 'AU'],
  ]);
  expect(known.certified).toEqual({
    at: Date.UTC(2026, 0, 1),
    home: { address: '1 George Street', city: 'Sydney', state: '', postal: '2000', country: 'AU' },
    residences: [
      { country: 'AU', end: '•••782', without: undefined },
      { country: 'DE', end: undefined, without: 'not-yet' },
    ],
  });
});

test('EYE-06 a number that follows is known as none, and until when it can', () => {
  const told = [
    ['certified_at', '2026-01-01T00:00:00.000Z'],
    ['residence', 'AU later'],
    ['country', 'AU'],
    ['limited_from', '2026-03-02T00:00:00.000Z'],
    ['number_days', '60'],
  ] as const;
  const known = knownTaxIn(told);
  expect(known.certified?.residences).toEqual([
    { country: 'AU', end: undefined, without: undefined },
  ]);
  const limited = Date.UTC(2026, 2, 2);
  expect(known.limitedFrom).toBe(limited);
  expect(numberBy(known, limited - 1)).toBe(limited);
  expect(numberBy(known, limited)).toBeUndefined();
  // Who has not begun has as long as the server will give.
  const fresh = [
    ['needed', 'yes'],
    ['number_days', '30'],
  ] as const;
  expect(numberBy(knownTaxIn(fresh), 0)).toBe(30 * 86_400_000);
  // A server from before takes none later.
  expect(numberBy(knownTaxIn([['needed', 'yes']]), 0)).toBeUndefined();
});
