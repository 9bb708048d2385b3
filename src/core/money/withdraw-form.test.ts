import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assetOf } from './currencies.ts';
import { formatUnits, parseUnits } from './decimal.ts';
import {
  type AmountField,
  earlyProblemIn,
  emptyAmount,
  fiatAtLeast,
  fiatOf,
  isLimited,
  maximum,
  ownTagOf,
  problemIn,
  showing,
  toggled,
  unitsIn,
  unitsOfFiat,
  unitsOfUsd,
  unitValue,
  type WithdrawForm,
} from './withdraw-form.ts';

const BTC = assetOf('BTC');
/** 100,000 USD a BTC, 1.5 of the currency a USD. */
const value = unitValue('100000', '1.5') as bigint;
const crypto = (text: string): AmountField => ({ unit: 'crypto', text, exact: undefined });
const fiat = (text: string): AmountField => ({ unit: 'fiat', text, exact: undefined });

const route = {
  payment_route_id: 'btc-bitcoin',
  currency_id: 'BTC',
  crypto_network_name: 'Bitcoin',
  is_active: 'on',
  min_deposit: '0.0001',
  min_withdrawal: '0.0002',
  withdrawal_fee: '0.00005',
  confirmations: 2,
  needs_tag: false,
};

const form = (change: Partial<WithdrawForm> = {}): WithdrawForm => ({
  asset: BTC,
  address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  amount: crypto('0.1'),
  tag: '',
  noTag: false,
  routes: [route],
  routeId: 'btc-bitcoin',
  value,
  currency: 'AUD',
  cover: { available: 50_000_000n, fee: 5_000n, limit: undefined },
  supported: ['BTC', 'ETH'],
  ...change,
});

describe('WD-05 the amount in two units', () => {
  test('to crypto six decimals, to fiat two, at the current rate', () => {
    expect(unitsOfFiat('100', 8, value)).toBe(66_600n);
    expect(toggled(fiat('100'), 8, value)).toMatchObject({ unit: 'crypto', text: '0.000666' });
    expect(toggled(crypto('0.12345678'), 8, value)).toMatchObject({
      unit: 'fiat',
      text: '18518.52',
    });
    expect(toggled(crypto('1.'), 8, value).text).toBe('150000.00');
    expect(toggled(crypto(''), 8, value)).toEqual({ ...emptyAmount, unit: 'fiat' });
    expect(toggled(crypto('1'), 8, undefined), 'no rate, no other unit').toEqual(crypto('1'));
  });

  test('there and back again is what it was', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), (units) => {
        const there = toggled(crypto(formatUnits(units, 8)), 8, value);
        expect(unitsIn(there, 8, value)).toBe(units);
        expect(toggled(there, 8, value).text).toBe(formatUnits(units, 8));
      }),
    );
  });

  test('what is said to be the least in fiat is enough, and a cent less is not', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 6n), fc.bigInt(1n, 10n ** 12n), (coarse, price) => {
        const least = coarse * 100n;
        const unit = price * 10n ** 12n;
        const cents = parseUnits(fiatAtLeast(least, 8, unit), 2) ?? 0n;
        const bought = (amount: bigint) => unitsOfFiat(formatUnits(amount, 2), 8, unit) ?? 0n;
        expect(bought(cents) >= least).toBe(true);
        expect(bought(cents - 1n) < least).toBe(true);
      }),
    );
  });

  test('fiat never buys more than it is worth', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 9n), (cents) => {
        const units = unitsOfFiat(formatUnits(cents, 2), 8, value) ?? 0n;
        expect(units * value <= cents * 10n ** 22n).toBe(true);
      }),
    );
  });
});

describe('BEY-09 the most that can be sent', () => {
  test('with its fee it takes the balance to exactly zero, also through fiat', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 14n), fc.bigInt(0n, 10n ** 6n), (available, fee) => {
        const most = maximum({ available, fee, limit: undefined });
        expect(most === 0n ? available <= fee : most + fee === available).toBe(true);
        for (const unit of ['crypto', 'fiat'] as const) {
          expect(unitsIn(showing(most, unit, 8, value), 8, value)).toBe(most);
        }
      }),
    );
    expect(fiatOf(12_345_678n, 8, value)).toBe('18518.52');
  });

  test('the day’s limit counts the fee too', () => {
    const limit = unitsOfUsd('500', 8, '100000');
    expect(limit).toBe(500_000n);
    expect(maximum({ available: 50_000_000n, fee: 5_000n, limit })).toBe(495_000n);
    expect(maximum({ available: 50_000_000n, fee: 5_000n, limit: 0n })).toBe(0n);
  });
});

test('WD-04 BEY-04 a wrong address is named before there is an amount, once it is typed', () => {
  const early = (address: string) => earlyProblemIn(form({ address, amount: crypto('') }))?.text;
  expect(early('')).toBeUndefined();
  expect(early('bc1qcr8te4')).toBeUndefined();
  expect(early('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')).toBeUndefined();
  expect(early('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyx')).toBe('Invalid BTC address format');
  expect(early('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')).toBe('Invalid BTC address format');
});

describe('WD-04 what is wrong, the first rule first', () => {
  test.each([
    ['nothing', {}, undefined],
    ['no address', { address: ' ' }, 'Please enter both amount and address'],
    ['no amount', { amount: crypto('') }, 'Please enter both amount and address'],
    ['no network', { routeId: undefined, address: 'x' }, 'Please select a network'],
    ['a bad address', { address: 'x', amount: crypto('9') }, 'Invalid BTC address format'],
    [
      'no route at all',
      { routes: [], routeId: undefined },
      'BTC withdrawals are not supported yet. Only BTC, ETH are supported.',
    ],
    ['nothing to send', { amount: crypto('0.') }, 'Please enter a valid amount'],
    ['too much', { amount: crypto('0.50000001') }, 'Insufficient balance'],
    ['a route that went', { routeId: 'gone' }, 'Payment route not found for selected network'],
    ['too little', { amount: crypto('0.0001') }, 'The minimum withdrawal is 0.0002 BTC'],
    [
      'too little money',
      { amount: fiat('29.99') },
      'The minimum withdrawal is 0.0002 BTC (AU$30.00)',
    ],
    [
      'no room for the fee',
      { amount: crypto('0.49996') },
      'With the 0.00005 BTC fee, this is more than you have',
    ],
    [
      'HARD-20 more than the day allows',
      { cover: { available: 50_000_000n, fee: 5_000n, limit: 1_000_000n } },
      'This is more than you can withdraw in 24 hours. You can still send 0.00995\u00a0BTC (AU$1,492.50).',
    ],
    [
      'HARD-99 what the day allows, fee included',
      {
        amount: crypto('0.00995'),
        cover: { available: 50_000_000n, fee: 5_000n, limit: 1_000_000n },
      },
      undefined,
    ],
    [
      'HARD-99 what the day allows only without the fee',
      {
        amount: crypto('0.00995001'),
        cover: { available: 50_000_000n, fee: 5_000n, limit: 1_000_000n },
      },
      'This is more than you can withdraw in 24 hours. You can still send 0.00995\u00a0BTC (AU$1,492.50).',
    ],
    [
      'HARD-20 more than a day allows of which nothing is left',
      { cover: { available: 50_000_000n, fee: 5_000n, limit: 5_000n } },
      'This is more than you can withdraw in 24 hours. Nothing is left of today’s limit.',
    ],
    [
      'HARD-20 more than the day allows and than the balance holds',
      {
        amount: crypto('0.6'),
        cover: { available: 50_000_000n, fee: 5_000n, limit: 1_000_000n },
      },
      'Insufficient balance',
    ],
  ] as const)('%s', (_, change, text) => {
    expect(problemIn(form(change))?.text).toBe(text);
  });

  test('a wrong network is named beside the text', () => {
    const wrong = problemIn(form({ address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' }));
    expect(wrong?.hint).toContain('This is an Ethereum address');
  });
});

describe('BEY-05 XRP', () => {
  const xrp = (change: Partial<WithdrawForm>) =>
    problemIn(
      form({
        asset: assetOf('XRP'),
        address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
        amount: crypto('10'),
        routes: [
          { ...route, currency_id: 'XRP', crypto_network_name: 'XRP Ledger', needs_tag: true },
        ],
        cover: { available: parseUnits('100', 6) ?? 0n, fee: 0n, limit: undefined },
        ...change,
      }),
    )?.text;

  test('takes a tag, or the word that there is none, and nothing in between', () => {
    expect(xrp({})).toBe('Enter the destination tag, or confirm there is none');
    expect(xrp({ noTag: true })).toBeUndefined();
    expect(xrp({ tag: '12345' })).toBeUndefined();
    expect(xrp({ tag: '4294967296' })).toBe('A tag is a number up to 4294967295');
  });

  test('an X-address needs no other tag and takes none', () => {
    const address = 'XVLhHMPHU98es4dbozjVtdWzVrDjtVoYiC9UvKfjKar4LJe';
    expect(xrp({ address })).toBeUndefined();
    expect(xrp({ address, tag: '7' })).toBe(
      'This address already includes its tag. Leave this field empty.',
    );
  });
});

test('HARD-99 WD-05 without a price or a rate nothing has a value, and what is no amount is none', () => {
  expect(unitValue(undefined, '1')).toBeUndefined();
  expect(unitValue('1', undefined)).toBeUndefined();
  expect(unitValue('0', '1')).toBeUndefined();
  expect(unitValue('1', '0')).toBeUndefined();
  expect(unitsOfFiat('x', 8, value)).toBeUndefined();
  expect(unitsOfFiat('1', 8, 0n)).toBeUndefined();
  expect(unitsOfUsd('x', 8, '1')).toBeUndefined();
  expect(unitsOfUsd('1', 8, undefined)).toBeUndefined();
  expect(unitsOfUsd('1', 8, '0')).toBeUndefined();
});

test('HARD-99 WD-05 an amount that ends with its dot is read, and one with fewer decimals than six is not cut', () => {
  const one = unitValue('1', '1') as bigint;
  expect(unitsOfFiat('1.23', 6, one)).toBe(1_230_000n);
  expect(unitsOfFiat('1.23', 2, one)).toBe(123n);
  expect(unitsOfFiat('12.', 2, one)).toBe(1_200n);
  expect(unitsIn(crypto('1.'), 8, undefined)).toBe(100_000_000n);
  expect(unitsIn(crypto('1.5'), 8, undefined)).toBe(150_000_000n);
  expect(unitsIn(fiat('1'), 8, undefined)).toBeUndefined();
  expect(unitsIn({ ...crypto(''), exact: 5n }, 8, value)).toBeUndefined();
  expect(showing(150_000_000n, 'fiat', 8, undefined).text).toBe('1.5');
});

test('HARD-99 BEY-09 a limit of just the balance is none, and nothing is left of what the fee takes', () => {
  const cover = { available: 1_000n, fee: 10n };
  expect(isLimited({ ...cover, limit: 1_000n })).toBe(false);
  expect(isLimited({ ...cover, limit: 999n })).toBe(true);
  expect(isLimited({ ...cover, limit: undefined })).toBe(false);
  expect(maximum({ ...cover, limit: 11n })).toBe(1n);
  expect(maximum({ ...cover, limit: 9n })).toBe(0n);
});

test('HARD-99 WD-04 each problem is named at its field', () => {
  const field = (change: Partial<WithdrawForm>) => problemIn(form(change))?.field;
  expect(field({ address: '', amount: crypto('') })).toBe('address');
  expect(field({ amount: crypto('') })).toBe('amount');
  expect(field({ routeId: undefined })).toBe('network');
  expect(field({ address: 'x' })).toBe('address');
  expect(field({ routes: [], routeId: undefined })).toBe('network');
  expect(field({ routeId: 'gone' })).toBe('network');
  expect(field({ amount: crypto('9') })).toBe('amount');
});

test.each([
  ['the least', { amount: crypto('0.0002') }, undefined],
  ['all but the fee', { amount: crypto('0.49995') }, undefined],
  [
    'all of it where nothing is charged',
    {
      amount: crypto('0.5'),
      cover: { available: 50_000_000n, fee: 0n, limit: undefined },
    },
    undefined,
  ],
  ['any amount while the balance is unknown', { amount: crypto('9'), cover: undefined }, undefined],
  ['nothing', { amount: crypto('0') }, 'Please enter a valid amount'],
  ['money without a rate', { amount: fiat('9'), value: undefined }, 'Please enter a valid amount'],
  [
    'more than a day allows, without a rate',
    { value: undefined, cover: { available: 50_000_000n, fee: 5_000n, limit: 1_000_000n } },
    'This is more than you can withdraw in 24 hours. You can still send 0.00995\u00a0BTC.',
  ],
] as const)('HARD-99 WD-04 of %s', (_, change, text) => {
  expect(problemIn(form(change))?.text).toBe(text);
});

test('HARD-99 WD-04 an address is named early from its twentieth character on, spaces not counted', () => {
  const early = (address: string) => earlyProblemIn(form({ address }))?.text;
  expect(early('bc1qcr8te4kr609gcaw')).toBeUndefined();
  expect(early(' bc1qcr8te4kr609gcaw ')).toBeUndefined();
  expect(early('bc1qcr8te4kr609gcawu')).toBe('Invalid BTC address format');
  expect(earlyProblemIn(form({ address: 'x'.repeat(30), routeId: 'gone' }))).toBeUndefined();
});

test('HARD-99 BEY-05 the tag of an X-address may be typed again, and no other', () => {
  const address = 'XVLhHMPHU98es4dbozjVtdWzVrDjtVoYiC9UvKfjKar4LJe';
  const own = ownTagOf('XRP Ledger', address);
  const problem = (tag: string) =>
    problemIn(
      form({
        ...{ asset: assetOf('XRP'), address, tag, amount: crypto('10') },
        routes: [
          { ...route, currency_id: 'XRP', crypto_network_name: 'XRP Ledger', needs_tag: true },
        ],
        cover: { available: 100_000_000n, fee: 0n, limit: undefined },
      }),
    );
  expect(problem(own?.tag ?? '')).toBeUndefined();
  expect(problem('8')).toMatchObject({ field: 'tag' });
  expect(ownTagOf('XRP Ledger', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh')).toBeUndefined();
  expect(ownTagOf('XRP Ledger', 'nothing')).toBeUndefined();
});
