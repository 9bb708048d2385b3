import { expect, test } from 'vitest';
import { consensusOf, energyText } from './consensus.ts';

test('EYE-11 U50 energy is said as people do, and the exact number of kWh stays beside it (KEEP-16)', () => {
  expect(energyText(consensusOf.Bitcoin.kwhPerYear)).toBe('138 TWh (138,000,000,000 kWh)');
  expect(energyText(consensusOf.Ethereum.kwhPerYear)).toBe('2,601,000 kWh');
});
