import { expect, test } from 'vitest';
import { looksAlike } from './look-alike.ts';

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
