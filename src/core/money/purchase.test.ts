import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assetOf, assets } from './currencies.ts';
import { formatUnits, parseUnits } from './decimal.ts';
import {
  costsIn,
  cryptoFor,
  feeOf,
  isBeyondLimits,
  isProfileComplete,
  missingForPurchase,
  purchaseProblem,
  returnKind,
  totalFor,
  usdcFor,
} from './purchase.ts';
import { needsApproval, unverifiedText } from './purchase-approval.ts';

const btc = assetOf('BTC');

test('BUY-01 the fee is half a percent of the total and the rest buys crypto at the price', () => {
  expect(feeOf('100')).toBe('0.50');
  expect(feeOf('100.99')).toBe('0.50');
  expect(cryptoFor('100', '99500', btc)).toBe('0.001');
  expect(totalFor('0.001', '99500', btc)).toBe('100.00');
  expect(usdcFor('100', '1.6')).toBe('62.5');
});

test('BUY-01 both amounts follow each other: what is charged pays for what is bought, to the cent', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...assets),
      fc.bigInt(1n, 10n ** 14n),
      fc.bigInt(1n, 10n ** 15n),
      (asset, units, price) => {
        const crypto = formatUnits(units, asset.scale);
        const ask = formatUnits(price, 8);
        const total = totalFor(crypto, ask, asset) ?? '';
        const bought = parseUnits(cryptoFor(total, ask, asset) ?? '', asset.scale) ?? -1n;
        expect(bought >= units).toBe(true);
        const cents = parseUnits(total, 2) ?? 0n;
        const less = formatUnits(cents - 1n < 0n ? 0n : cents - 1n, 2);
        const fewer = parseUnits(cryptoFor(less, ask, asset) ?? '', asset.scale) ?? -1n;
        expect(fewer < units).toBe(true);
      },
    ),
  );
});

test('BUY-02 amounts and rate are checked in their order', () => {
  const order = { currency: 'AUD', crypto: '0.001', total: '100', price: '99500', asset: btc };
  expect(purchaseProblem(order)).toBeUndefined();
  expect(purchaseProblem({ ...order, crypto: '' })).toBe('Please enter a valid amount');
  expect(purchaseProblem({ ...order, crypto: '0.' })).toBe('Please enter a valid amount');
  expect(purchaseProblem({ ...order, total: '0.00' })).toBe('Invalid amount calculated');
  const limits = 'Card purchases can be from AU$1.00 to AU$20,000.00.';
  expect(purchaseProblem({ ...order, total: '0.99' })).toBe(limits);
  expect(purchaseProblem({ ...order, total: '20000.01' })).toBe(limits);
  expect(purchaseProblem({ ...order, total: '1' })).toBeUndefined();
  expect(purchaseProblem({ ...order, total: '20000' })).toBeUndefined();
  expect(purchaseProblem({ ...order, price: undefined })).toBe(
    'Exchange rate not available. Please try again.',
  );
});

test('HARD-20 BEY-09 too little and too much are told while typing, and nothing is neither', () => {
  expect(['20000', '1', '0', '0.', ''].map(isBeyondLimits)).toEqual(Array(5).fill(false));
  expect(['20000.01', '100000', '0.99', '0.01'].map(isBeyondLimits)).toEqual(Array(4).fill(true));
});

test('BUY-04 above 200, not at 200', () => {
  expect(needsApproval('200')).toBe(false);
  expect(needsApproval('200.01')).toBe(true);
});

test('BUY-09 only the four return addresses say anything', () => {
  expect(['/success', '/fail/', '/decline', '/cancel'].map(returnKind)).toEqual([
    'success',
    'fail',
    'decline',
    'cancel',
  ]);
  expect(['/', '/sandbox/pay/success', '/success/x'].map(returnKind)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('BUY-03 a profile is complete with its whole address', () => {
  const profile = { address: '1 High Street', city: 'Sydney', state: 'NSW', postal: '2000' };
  expect(isProfileComplete(profile)).toBe(true);
  for (const part of Object.keys(profile)) {
    expect([part, isProfileComplete({ ...profile, [part]: ' ' })]).toEqual([part, false]);
  }
});

test('EASE-02 what a purchase still needs is named as on the profile page, in its order', () => {
  const known = { address: '1 Flinders Street', city: 'Melbourne', state: 'VIC', postal: '3000' };
  expect(missingForPurchase(null)).toEqual(['Address', 'City', 'State/Province', 'Postcode']);
  expect(missingForPurchase({ ...known, postal: ' ', city: '' })).toEqual(['City', 'Postcode']);
  expect(missingForPurchase(known)).toEqual([]);
});

test('SPEC-05 what may be bought until the identity check is passed is said with what is left of it', () => {
  const all = { total: '1000', left: '1000', days: '30' };
  expect(unverifiedText(all, 'AUD')).toBe('AU$1,000 in 30 days');
  expect(unverifiedText({ ...all, left: '640.5' }, 'EUR')).toBe(
    '€1,000 in 30 days, of which €640.50 is left',
  );
});

test('EYE-10 a purchase costs its fee and its spread: what the same money would have bought at the market’s price', () => {
  expect(costsIn('100.00', 12.5)).toEqual({ spread: '0.12', all: '0.62' });
  expect(costsIn('100.00', 0)).toEqual({ spread: '0.00', all: '0.50' });
  expect(costsIn('98765432109876.54', 25)?.all).toMatch(/^\d+\.\d\d$/);
  expect(costsIn('a lot', 25)).toBeUndefined();
});
