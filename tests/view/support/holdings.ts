import { getWalletList } from '#core/contract/wallet/wallet.ts';
import { walletEntry } from '#core/contract/wallet/wallet-entry.fixture.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { convertUsd, PRICE_SCALE } from '#core/money/price.ts';
import { answerBy, type Said } from './answers.ts';

/** The market of the views, in USD per unit. */
export const prices = {
  BTC: '60000',
  ETH: '3000',
  SOL: '150',
  AVAX: '30',
  XRP: '0.5',
  USDT: '1',
  USDC: '1',
} as const;

export type Asset = keyof typeof prices;

const assets = Object.keys(prices) as Asset[];

/** What an amount is worth, in USD with eight decimals. */
const quotedFor = (asset: Asset, amount: string): string =>
  formatUnits(convertUsd(amount, prices[asset]) ?? 0n, PRICE_SCALE);

/** The customer's wallet: every asset, of which `balances` are held, this much cash, and what is `on hold` of each. */
export const holding = (
  balances: Partial<Record<Asset, string>> = {},
  aud?: string,
  onHold: Partial<Record<Asset | 'AUD', string>> = {},
): Said =>
  answerBy(getWalletList, () => ({
    data: assets.map((asset) => {
      const free_balance = balances[asset] ?? '0';
      return walletEntry(asset, {
        free_balance,
        free_balance_quoted: quotedFor(asset, free_balance),
        ...(onHold[asset] && { hold_balance: onHold[asset] }),
        price: prices[asset],
        spark: ['1', '2', '1.5', '3', '2.5', '2', '4'],
      });
    }),
    ...(aud !== undefined && {
      cash: [
        walletEntry('AUD', {
          ...{ free_balance: aud, free_balance_quoted: aud, spark: [] },
          ...(onHold.AUD && { hold_balance: onHold.AUD }),
        }),
      ],
    }),
    as_of: new Date().toISOString(),
  }));
