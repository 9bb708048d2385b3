import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MerchantTransaction } from '#core/contract/staff/merchant.ts';
import { merchantTransaction as row } from '#core/contract/staff/merchant-transaction.fixture.ts';
import { parseUnits } from '#core/money/decimal.ts';
import {
  amountText,
  defaultMerchant,
  type MerchantEntry,
  merchantEntries,
  merchantName,
  merchantTotals,
  plainAmount,
  priceText,
  totalText,
  usdtText,
} from './merchant-entry.ts';

function entry(over: Partial<MerchantTransaction> = {}): MerchantEntry {
  const [one] = merchantEntries([row(over)]);
  if (!one) throw new Error('left out');
  return one;
}

test('ADM-03 completed is true and 200, failed is false; what is pending or 201 is left out', () => {
  const shown = (status: boolean, code: string) =>
    merchantEntries([row({ status, code })]).map((one) => one.status);
  expect(shown(true, '200')).toEqual(['Completed']);
  expect(shown(false, '500')).toEqual(['Failed']);
  expect(shown(false, '200')).toEqual(['Failed']);
  expect(shown(true, '202')).toEqual([]);
  expect(shown(true, '')).toEqual([]);
  expect(shown(true, '201')).toEqual([]);
  expect(shown(false, '201')).toEqual([]);
});

test('ADM-03 1 is a deposit, 2 a withdrawal with a minus, 3 a buy, anything else a transaction', () => {
  const read = (request_type: number) => {
    const one = entry({ request_type });
    return [one.type, amountText(one), usdtText(one), plainAmount(one, one.usdt)];
  };
  expect(read(1)).toEqual(['Deposit', '€92.00', '100.00\u00a0USDT', '100.00']);
  expect(read(2)).toEqual(['Withdraw', '\u2212€92.00', '\u2212100.00\u00a0USDT', '-100.00']);
  expect(read(3)).toEqual(['Buy', '€92.00', '100.00\u00a0USDT', '100.00']);
  for (const other of [0, 4, 99]) expect(read(other)[0]).toBe('Transaction');
});

test('ADM-03 the newest comes first, whatever the order it came in; what has no date comes last', () => {
  const at = (day: number) => `2026-05-${10 + day}T00:00:00`;
  const rows = [2, 0, 9, 4].map((day) => row({ _id: `d${day}`, createdAt: at(day) }));
  const order = merchantEntries([...rows, row({ _id: 'none', createdAt: 'soon' })]);
  expect(order.map(({ id }) => id)).toEqual(['d9', 'd4', 'd2', 'd0', 'none']);
  expect(order.at(-1)?.at).toBeNaN();
  expect(entry({ createdAt: '2026-05-14T10:39:00' }).at).toBe(Date.UTC(2026, 4, 14, 10, 39));
});

test('ADM-05 the price is the amount by the currency amount, six decimals, where a rate is known', () => {
  expect(priceText(entry())).toBe('€0.920000');
  expect(priceText(entry({ amount: '100', currency_amount: '3', currency: 'AUD' }))).toBe(
    'AU$33.333333',
  );
  expect(priceText(entry({ currency_value: null }))).toBeUndefined();
  expect(priceText(entry({ currency_amount: null }))).toBeUndefined();
  expect(priceText(entry({ currency_amount: '0' }))).toBeUndefined();
  expect(priceText(entry({ amount: '' }))).toBeUndefined();
});

test('ADM-05 what the gateway does not name is N/A, never zero, and the id stands in', () => {
  const bare = entry({
    transaction_id: null,
    amount: '',
    currency: null,
    currency_amount: null,
    currency_value: null,
    user_name: null,
  });
  expect(bare.transactionId).toBe('a1');
  expect(amountText(bare)).toBe('N/A');
  expect(usdtText(bare)).toBe('N/A');
  expect(bare.merchant).toBe('N/A');
  expect(merchantEntries([row({ user_name: ' ' })], 'Dune Coffee')[0]?.merchant).toBe(
    'Dune Coffee',
  );
  expect(amountText(entry({ amount: 'much' }))).toBe('N/A');
  expect(plainAmount(bare, bare.usdt)).toBe('');
});

test('FMT-01 fiat has its symbol and two decimals, crypto up to eight, and no number is a float', () => {
  expect(amountText(entry({ amount: '1234567.891', currency: 'AUD' }))).toBe('AU$1,234,567.89');
  expect(amountText(entry({ amount: '5', currency: 'PLN' }))).toBe('PLN\u00a05.00');
  expect(amountText(entry({ amount: '0.123456789', currency: 'BTC' }))).toBe('0.12345678\u00a0BTC');
  expect(amountText(entry({ amount: '9007199254740993.01', currency: 'USD' }))).toBe(
    '$9,007,199,254,740,993.01',
  );
});

test('ADM-02 the named merchant is chosen first, else the first of the list', () => {
  const merchants = ['Aurora', 'Kopa', 'Dune'].map((first_name, i) => ({
    merchant_id: `m${i}`,
    first_name,
    last_name: '',
  }));
  expect(defaultMerchant(merchants, 'Kopa')?.merchant_id).toBe('m1');
  expect(defaultMerchant(merchants, 'Nobody')?.merchant_id).toBe('m0');
  expect(defaultMerchant([], 'Kopa')).toBeUndefined();
});

test('ADM-02 a merchant without a name is told by its id', () => {
  const name = (first_name: string, last_name: string) =>
    merchantName({ merchant_id: '7f3a', first_name, last_name });
  expect(name('Aurora', 'Books')).toBe('Aurora Books');
  expect(name('', 'Books')).toBe('Books');
  expect(name(' ', '')).toBe('Merchant 7f3a');
});

test('ADM-06 totals add up exactly, withdrawals taken off, and say what they leave out', () => {
  const cents = fc.array(fc.record({ units: fc.bigInt(0n, 10n ** 15n), out: fc.boolean() }));
  fc.assert(
    fc.property(cents, (all) => {
      const rows = all.map(({ units, out }, i) =>
        row({
          _id: `r${i}`,
          request_type: out ? 2 : 1,
          currency_amount: `${units / 100n}.${(units % 100n).toString().padStart(2, '0')}`,
        }),
      );
      const sum = all.reduce((total, { units, out }) => total + (out ? -units : units), 0n);
      const { completed, failed } = merchantTotals(merchantEntries(rows));
      expect(completed).toMatchObject({ count: all.length, unknown: 0 });
      const sign = completed.usdt.startsWith('-') ? -1n : 1n;
      expect(sign * (parseUnits(completed.usdt.replace('-', ''), 2) ?? 0n)).toBe(sum);
      expect(failed).toEqual({ count: 0, usdt: '0.00', unknown: 0 });
    }),
  );
  const { failed } = merchantTotals(
    merchantEntries([
      row({ status: false }),
      row({ _id: 'b', status: false, currency_amount: null }),
    ]),
  );
  expect(totalText(failed)).toBe('2 · 100.00\u00a0USDT + 1 without a USDT amount');
});
