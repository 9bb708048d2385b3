import { expect, test } from 'vitest';
import type { WalletEntry } from '#core/contract/wallet/wallet.ts';
import { walletEntry } from '#core/contract/wallet/wallet-entry.fixture.ts';
import { moneyOf, type RatesView, sparkPath, walletView } from './wallet-view.ts';

const entry = (code: string, over: Partial<WalletEntry>): WalletEntry =>
  walletEntry(code, { free_balance: '1', free_balance_quoted: '100', price: '100', ...over });

const ready: RatesView = { status: 'ready', rates: { AUD: '1.5', EUR: '0.9' } };
const double = (usd: string, _currency: string, rates: Readonly<Record<string, string>>) =>
  rates.AUD ? `${Number(usd) * 1.5}` : undefined;
const view = (entries: WalletEntry[], market = 'AUD', rates = ready) =>
  walletView({ status: 'ready', entries }, market, moneyOf(market, rates, double));

test('WAL-01 the total is in the market currency', () => {
  expect(view([entry('BTC', {}), entry('ETH', {})]).total).toEqual({
    kind: 'known',
    amount: '300',
  });
});

test('WAL-04 without rates for a currency other than USD, an error replaces the balance', () => {
  const failed: RatesView = { status: 'failed', rates: {} };
  expect(view([entry('BTC', {})], 'AUD', failed).total).toEqual({ kind: 'no-rates' });
  expect(view([entry('BTC', {})], 'USD', failed).total).toEqual({ kind: 'known', amount: '100' });
  expect(view([entry('BTC', {})], 'AUD', { status: 'loading', rates: {} }).total).toEqual({
    kind: 'loading',
  });
});

test('NET-06 a currency without any rate falls back to USD and says so', () => {
  const money = moneyOf('EUR', { status: 'ready', rates: { AUD: '1.5' } }, double);
  expect(money).toMatchObject({ currency: 'USD', fellBack: true, status: 'ready' });
});

test('BEY-23 an unknown balance is unknown, not zero', () => {
  const money = moneyOf('AUD', ready, double);
  expect(walletView({ status: 'failed', entries: [] }, 'AUD', money).total).toEqual({
    kind: 'unknown',
  });
  expect(walletView({ status: 'loading', entries: [] }, 'AUD', money).total).toEqual({
    kind: 'loading',
  });
  expect(walletView({ status: 'ready', entries: [] }, 'AUD', money).total).toEqual({
    kind: 'known',
    amount: '0',
  });
});

test('BEY-23 a balance without a market price has no total, not a smaller one', () => {
  const unpriced = { free_balance_quoted: undefined, price: undefined, change_24h: undefined };
  const shown = view([entry('BTC', {}), entry('ETH', { ...unpriced, hold_balance: '1' })]);
  expect(shown.total).toEqual({ kind: 'no-prices' });
  expect(shown).toMatchObject({ onHold: undefined, move: undefined });
});

test('BEY-16 amounts on hold and pending stand beside the total, and only if there are any', () => {
  const shown = view([entry('BTC', { hold_balance: '0.5', pending_balance: '0' })]);
  expect(shown).toMatchObject({ onHold: '75', pending: undefined });
  expect(shown.total).toEqual({ kind: 'known', amount: '150' });
});

test('WAL-06 the USDT of an EUR customer counts in the total and is named beside it', () => {
  const money = moneyOf('EUR', { status: 'ready', rates: { EUR: '1' } }, (usd) => usd);
  const shown = walletView(
    { status: 'ready', entries: [entry('BTC', {}), entry('USDT', {})] },
    'EUR',
    money,
  );
  expect(shown.total).toEqual({ kind: 'known', amount: '200' });
  expect(shown.notOffered.map((holding) => holding.code)).toEqual(['USDT']);
});

test('WAL-05 a price line is drawn from the server’s prices', () => {
  expect(sparkPath(['1', '3', '2'], 10, 4)).toEqual({
    path: 'M0 4L5 0L10 2',
    end: { x: 10, y: 2 },
  });
  expect(sparkPath(['2', '2'], 10, 4)?.path).toBe('M0 2L10 2');
  // A stablecoin's noise is not drawn as a mountain.
  expect(sparkPath(['1', '1.002'], 10, 4)?.path).toBe('M0 2.2L10 1.8');
  expect(sparkPath(['2'], 10, 4)).toBeUndefined();
});

test('EASE-02 a wallet is bare once it is known to hold nothing, and not before', () => {
  const none = { free_balance: '0', hold_balance: '0', pending_balance: '0' };
  const money = moneyOf('AUD', ready, double);
  expect(view([entry('BTC', none), entry('ETH', none)]).bare).toBe(true);
  expect(view([entry('BTC', none), entry('ETH', { ...none, pending_balance: '1' })]).bare).toBe(
    false,
  );
  for (const status of ['loading', 'failed'] as const) {
    expect(walletView({ status, entries: [] }, 'AUD', money).bare).toBe(false);
  }
});
