import { expect, test } from 'vitest';
import { looksAlike, sameAddress } from './look-alike.ts';

test('BEY-14 two addresses look alike when both their ends do, whatever they all begin with', () => {
  const mine = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  expect(looksAlike(mine, '0x9858000000000000000000000000000000aEda94')).toBe(true);
  expect(looksAlike(mine, mine.toLowerCase())).toBe(false);
  expect(looksAlike(mine, '0x9858000000000000000000000000000000000000')).toBe(false);
  const [one, two] = [
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
  ];
  expect(looksAlike(one, two)).toBe(false);
});

test('BEY-14 another case is the same address only where the network says so', () => {
  const evm = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  expect(sameAddress(evm, evm.toLowerCase())).toBe(true);
  const bech32 = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
  expect(sameAddress(bech32, bech32.toUpperCase())).toBe(true);
  const solana = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
  const mistyped = solana.replace('gt6', 'gT6');
  expect(sameAddress(solana, mistyped)).toBe(false);
  expect(looksAlike(solana, mistyped)).toBe(true);
});
