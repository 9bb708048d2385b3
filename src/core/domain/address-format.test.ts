import { expect, test } from 'vitest';
import { isDestinationTag, looksLikeAddress } from './address-format.ts';

test('WD-04 each network knows its own form and refuses the others', () => {
  const good = {
    Bitcoin: ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    Ethereum: ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    Solana: ['7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'],
    'XRP Ledger': ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  };
  for (const [network, addresses] of Object.entries(good)) {
    for (const address of addresses) {
      expect(looksLikeAddress(network, address), address).toBe(true);
      expect(looksLikeAddress(network, `${address}\n`)).toBe(false);
    }
  }
  expect(looksLikeAddress('Bitcoin', good.Ethereum[0] ?? '')).toBe(false);
  expect(looksLikeAddress('Ethereum', good.Bitcoin[0] ?? '')).toBe(false);
  expect(looksLikeAddress('Dogecoin', 'anything at all')).toBe(false);
  expect(looksLikeAddress('constructor', 'anything')).toBe(false);
});

test('BEY-05 a destination tag is an unsigned 32-bit number', () => {
  expect(['0', '4294967295'].every(isDestinationTag)).toBe(true);
  expect(['', '-1', '4294967296', '1.5', '٣', 'abc'].some(isDestinationTag)).toBe(false);
});
