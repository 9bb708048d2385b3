import { expect, test } from 'vitest';
import { looksAlike, sameAddress } from './address/look-alike.ts';
import { isNetwork, isTagged, networkFacts, networks } from './networks.ts';
import { readPaymentUri } from './payment-uri.ts';

test('D54 the table answers for every network, and a name that is none of them is nobody’s', () => {
  expect(Object.keys(networkFacts)).toEqual([...networks]);
  expect(networks.filter(isTagged)).toEqual(['XRP Ledger']);
  for (const name of ['', 'bitcoin', 'toString', 'Litecoin']) {
    expect(isNetwork(name)).toBe(false);
    expect(isTagged(name)).toBe(false);
  }
});

test('KEEP-16 D54 the longest time of every network is three times its usual one, and an hour at least', () => {
  for (const network of networks) {
    const { minutes, longestMinutes } = networkFacts[network];
    expect(longestMinutes, network).toBe(Math.max(3 * minutes, 60));
  }
});

test('D54 payment links name a network by the number in the table', () => {
  for (const network of networks) {
    const { chain } = networkFacts[network];
    if (!chain) continue;
    const asked = readPaymentUri(`ethereum:0xabc@${chain.id}?value=1e18`);
    expect(asked).toMatchObject({ network, asset: chain.coin });
  }
  expect(readPaymentUri('ethereum:0xabc@999')).toMatchObject({ network: 'chain 999' });
});

test('D54 letter case and the beginnings of addresses come from the table', () => {
  expect(sameAddress('bc1qABC', 'BC1Qabc')).toBe(true);
  expect(sameAddress('0xAB', '0xab')).toBe(true);
  expect(sameAddress('rAB', 'rab')).toBe(false);
  expect(looksAlike('0x12349999999999995678', '0x12340000000000005678')).toBe(true);
});
