import { expect, test } from 'vitest';
import { checkCryptoForm } from './saved-address.ts';

const xrp = (tag: string) =>
  checkCryptoForm({
    label: 'Exchange',
    currency_id: 'XRP',
    network: 'XRP Ledger',
    address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    tag,
  });

test.each(['', '0', '104923', ' 4294967295 '])('BEY-05 D19 %j can stand for a tag', (tag) => {
  expect(xrp(tag)).toEqual({});
});

test.each(['4294967296', '10492300000000000000001', 'Tag 104923 memo 2', '104 923', '-1', '1.5'])(
  'BEY-05 D19 %j is no tag, and no part of it is taken for one',
  (tag) => {
    expect(xrp(tag)).toEqual({ tag: 'A tag is a number up to 4294967295' });
  },
);
