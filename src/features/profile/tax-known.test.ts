import { expect, test } from 'vitest';
import { knownTaxIn } from './tax-known.ts';

test('KEEP-14 what the server tells of tax residences is read, and no more', () => {
  expect(knownTaxIn([['needed', 'yes']])).toEqual({
    ...{ needed: true, limitedFrom: undefined, certified: undefined },
  });
  expect(knownTaxIn([['limited_from', '2026-03-02T00:00:00.000Z']])).toEqual({
    ...{ needed: false, limitedFrom: Date.UTC(2026, 2, 2), certified: undefined },
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
