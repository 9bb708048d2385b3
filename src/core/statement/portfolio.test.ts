import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assetStateOf } from '#core/carried/asset-in-navigation.ts';
import { walletEntry } from '#core/contract/wallet/wallet-entry.fixture.ts';
import { parseUnits } from '#core/money/decimal.ts';
import { formatFiat } from '#core/money/format.ts';
import {
  type Entry,
  entriesOf,
  type Holding,
  holdingsOf,
  holdsAnything,
  holdsNothing,
  listed,
  notOffered,
  onHoldUsd,
  pendingUsd,
  priceMove,
  totalUsd,
  underWay,
} from './portfolio.ts';

const wallet = [
  walletEntry('BTC', {
    free_balance: '0.5',
    free_balance_quoted: '30000.12345678',
    price: '60000.24691356',
    hold_balance: '0.1',
    change_24h: '10',
  }),
  walletEntry('ETH'),
  walletEntry('XRP', { pending_balance: '5', price: '0.5' }),
  walletEntry('USDT', { free_balance: '310.5', free_balance_quoted: '310.5' }),
  walletEntry('USDC', { free_balance: '400', free_balance_quoted: '400' }),
];

/** As the wallet shows what the server told. */
const inOrder = (entries: readonly Entry[], market: string): Holding[] => {
  const data = entries.map((entry) => ({ ...entry, spark: [...entry.spark] }));
  const as_of = '2026-05-13T10:42:00Z';
  return holdingsOf(entriesOf({ status: 'success', data, cash: [], as_of }), market);
};

const codes = (holdings: readonly Holding[]) => holdings.map((holding) => holding.code);
const cents = (text: string): bigint => parseUnits(text.replace(/[^\d.]/g, ''), 2) ?? -1n;

test('WAL-01 the list is ordered by value, then as the catalogue is', () => {
  expect(codes(inOrder(wallet, 'AUD'))).toEqual(['BTC', 'USDC', 'USDT', 'ETH', 'XRP']);
});

test('WAL-02 search matches name or symbol, whatever the case', () => {
  const holdings = inOrder(wallet, 'AUD');
  expect(codes(listed(holdings, 'bit', false))).toEqual(['BTC']);
  expect(codes(listed(holdings, ' eThEr', false))).toEqual(['USDT', 'ETH']);
  expect(codes(listed(holdings, 'ripple', false))).toEqual(['XRP']);
  expect(codes(listed(holdings, 'doge', false))).toEqual([]);
});

test('WAL-02 “With Balance” keeps what holds anything, pending money included', () => {
  const holdings = inOrder(wallet, 'AUD');
  expect(codes(listed(holdings, '', true))).toEqual(['BTC', 'USDC', 'USDT', 'XRP']);
});

test('WAL-06 USDT is not listed for EUR, and still counted and named', () => {
  const holdings = inOrder(wallet, 'EUR');
  expect(codes(listed(holdings, '', false))).not.toContain('USDT');
  expect(codes(notOffered(holdings))).toEqual(['USDT']);
  expect(totalUsd(holdings)).toBe('30710.62345678');
  expect(notOffered(inOrder(wallet, 'AUD'))).toEqual([]);
});

test('WAL-06 an asset this page does not know is counted and named too', () => {
  const holdings = inOrder(
    [walletEntry('DOGE', { free_balance: '1', free_balance_quoted: '2' })],
    'USD',
  );
  expect(codes(listed(holdings, '', false))).toEqual([]);
  expect(codes(notOffered(holdings))).toEqual(['DOGE']);
  expect(totalUsd(holdings)).toBe('2');
});

test('BEY-16 held and pending money is valued apart from what is available', () => {
  const holdings = inOrder(wallet, 'USD');
  expect(onHoldUsd(holdings)).toBe('6000.02469135');
  expect(pendingUsd(holdings)).toBe('2.5');
  expect(totalUsd(holdings)).toBe('30710.62345678');
});

test('WAL-05 HARD-35 the move of the prices follows the server’s changes, as a percentage only', () => {
  const move = priceMove(
    inOrder([walletEntry('BTC', { free_balance_quoted: '110', change_24h: '10' })], 'USD'),
  );
  expect(move).toBe('10');
  const fall = priceMove(
    inOrder([walletEntry('BTC', { free_balance_quoted: '50', change_24h: '-50' })], 'USD'),
  );
  expect(fall).toBe('-50');
  expect(priceMove(inOrder([walletEntry('BTC')], 'USD'))).toBeUndefined();
});

test('BEY-23 without a price an asset keeps its amounts; no value and no sum is made up', () => {
  const unpriced = { free_balance_quoted: undefined, price: undefined, change_24h: undefined };
  const held = walletEntry('ETH', { ...unpriced, free_balance: '2', hold_balance: '1' });
  const holdings = inOrder([walletEntry('BTC', { free_balance_quoted: '5' }), held], 'USD');
  expect(codes(holdings)).toEqual(['ETH', 'BTC']);
  expect(holdings[0]).toMatchObject({ available: '2', usd: undefined });
  expect(totalUsd(holdings)).toBeUndefined();
  expect(onHoldUsd(holdings)).toBeUndefined();
  expect(pendingUsd(holdings)).toBe('0');
  expect(priceMove(holdings)).toBeUndefined();
});

test('BEY-23 where the change of what is held is unknown, so is the move of all', () => {
  const moved = walletEntry('BTC', { free_balance_quoted: '110', change_24h: '10' });
  const unknown = { free_balance_quoted: '50', change_24h: undefined };
  expect(priceMove(inOrder([moved, walletEntry('SOL', unknown)], 'USD'))).toBeUndefined();
  // What is not held does not count.
  const other = walletEntry('SOL', { change_24h: undefined });
  expect(priceMove(inOrder([moved, other], 'USD'))).toBe('10');
});

test('BEY-23 what is not held is worth nothing, whatever its price', () => {
  const unpriced = { free_balance_quoted: undefined, price: undefined, change_24h: undefined };
  const bitcoin = walletEntry('BTC', { free_balance: '1', free_balance_quoted: '5' });
  expect(totalUsd(inOrder([bitcoin, walletEntry('ETH', unpriced)], 'USD'))).toBe('5');
});

test('WAL-03 the navigation state carries all that the next page shows of an asset', () => {
  const [btc] = inOrder(wallet, 'EUR');
  if (!btc) throw new Error('no holding');
  expect(assetStateOf(btc, '27000.11', 'EUR', new Date('2026-05-13T10:42:00Z'))).toEqual({
    formattedBalance: '0.5\u00a0BTC',
    rawBalance: '0.5',
    formattedValue: '€27,000.11',
    rawValue: '30000.12345678',
    convertedValue: '27000.11',
    userCurrency: 'EUR',
    isUSD: false,
    precision: 8,
    currencyInfo: { displayName: 'Bitcoin', symbol: 'BTC', image: '/coins.svg#btc', precision: 8 },
    timestamp: '2026-05-13T10:42:00.000Z',
  });
});

const anyEntry = fc
  .record({
    code: fc.constantFrom('BTC', 'SOL', 'ETH', 'AVAX', 'XRP', 'USDT', 'USDC', 'DOGE'),
    units: fc.bigInt(0n, 10n ** 20n),
    held: fc.bigInt(0n, 10n ** 12n),
  })
  .map(({ code, units, held }) => {
    const usd = `${units / 100_000_000n}.${String(units % 100_000_000n).padStart(8, '0')}`;
    return walletEntry(code, {
      free_balance: usd,
      free_balance_quoted: usd,
      hold_balance: held.toString(),
    });
  });

test('WAL-01 the total is the exact sum: never below what the rows show, never a cent a row above', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 12 }), (entries) => {
      const holdings = inOrder(entries, 'USD');
      // What is less than a cent counts as none.
      const shown = (usd: string): bigint => {
        const text = formatFiat(usd, 'USD');
        return text.startsWith('<') ? 0n : cents(text);
      };
      const total = shown(totalUsd(holdings) ?? '');
      const rows = holdings.reduce((sum, h) => sum + shown(h.usd ?? ''), 0n);
      expect(total).toBeGreaterThanOrEqual(rows);
      expect(total - rows).toBeLessThanOrEqual(BigInt(holdings.length));
    }),
  );
});

test('WAL-06 whatever is held is either listed or named, in every market', () => {
  fc.assert(
    fc.property(
      fc.array(anyEntry, { maxLength: 12 }),
      fc.constantFrom('USD', 'EUR', 'AUD'),
      (entries, market) => {
        const holdings = inOrder(entries, market);
        const shown = [...listed(holdings, '', true), ...notOffered(holdings)];
        expect(codes(shown).sort()).toEqual(codes(holdings.filter(holdsAnything)).sort());
      },
    ),
  );
});

test('BEY-16 what is under way is counted by asset, not by kind', () => {
  const amounts = (hold_balance: string, pending_balance: string) => ({
    hold_balance,
    pending_balance,
  });
  expect(underWay([])).toBe(0);
  expect(underWay([amounts('0', '0.00000000'), amounts('0', '0')])).toBe(0);
  expect(underWay([amounts('1', '2'), amounts('0', '0.1'), amounts('0.1', '0')])).toBe(3);
});

test('EASE-02 a wallet holds nothing only if no asset has anything available, on hold or on its way', () => {
  const none = { free_balance: '0', hold_balance: '0.00000000', pending_balance: '0' };
  expect(holdsNothing([])).toBe(true);
  expect(holdsNothing([none, none])).toBe(true);
  for (const part of ['free_balance', 'hold_balance', 'pending_balance']) {
    expect([part, holdsNothing([none, { ...none, [part]: '0.00000001' }])]).toEqual([part, false]);
  }
});
