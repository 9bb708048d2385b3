import { expect, test } from 'vitest';
import { checkedIban, parseIban } from '#core/money/account-number.ts';
import { epcCode } from './epc-code.ts';

test('BANK-02 the EPC code names the payee, and leaves the amount to the payer', () => {
  const iban = checkedIban('LT', '9999912345678901');
  expect(parseIban(iban)).toBe(iban);
  expect(epcCode({ holder: 'Ona Petraitė', iban, bic: 'SANDLT22XXX' }).split('\n')).toEqual([
    ...['BCD', '002', '1', 'SCT', 'SANDLT22XXX', 'Ona Petraitė', iban],
  ]);
  expect(epcCode({ holder: 'x'.repeat(90), iban, bic: '' }).split('\n')[5]).toHaveLength(70);
});
