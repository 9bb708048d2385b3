import type { WalletEntry } from './wallet.ts';

/** One row of the wallet, of which nothing is held: `over` says what a test is about. */
export const walletEntry = (code: string, over: Partial<WalletEntry> = {}): WalletEntry => ({
  currency: { currency_id: code, precision: 8 },
  free_balance: '0',
  free_balance_quoted: '0',
  hold_balance: '0',
  pending_balance: '0',
  price: '1',
  change_24h: '0',
  spark: [],
  ...over,
});
