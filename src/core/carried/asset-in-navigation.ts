import { isAssetCode } from '#core/money/currencies.ts';
import { formatCrypto, formatFiat } from '#core/money/format.ts';
import type { Holding } from '#core/statement/portfolio.ts';

/**
 * What the wallet and the pickers hand to the next page in the navigation state. Its shape is that of “Display asset” in
 * the first document (001); pages read no more of it than the asset's code (`assetCodeOf`).
 */
export interface AssetState {
  readonly formattedBalance: string;
  readonly rawBalance: string;
  /** In the customer's currency; a dash while no price or rate is known. */
  readonly formattedValue: string;
  /** In USD; null while no price is known. */
  readonly rawValue: string | null;
  readonly convertedValue: string | null;
  readonly userCurrency: string;
  readonly isUSD: boolean;
  readonly precision: number;
  readonly currencyInfo: {
    readonly displayName: string;
    readonly symbol: string;
    readonly image: string;
    readonly precision: number;
  };
  /** The picker in which it was chosen. */
  readonly mode?: 'send' | 'receive';
  /** When the server made these data, ISO 8601. */
  readonly timestamp: string;
}

/** The picture of a coin, below the page's own origin. */
export const coinImage = (code: string): string =>
  isAssetCode(code) ? `/coins.svg#${code.toLowerCase()}` : '';

export function assetStateOf(
  holding: Holding,
  convertedValue: string | undefined,
  userCurrency: string,
  asOf: Date,
): AssetState {
  return {
    formattedBalance: formatCrypto(holding.available, holding.code),
    rawBalance: holding.available,
    formattedValue:
      convertedValue === undefined ? '\u2013' : formatFiat(convertedValue, userCurrency),
    rawValue: holding.usd ?? null,
    convertedValue: convertedValue ?? null,
    userCurrency,
    isUSD: userCurrency === 'USD',
    precision: holding.precision,
    currencyInfo: {
      displayName: holding.name,
      symbol: holding.code,
      image: coinImage(holding.code),
      precision: holding.precision,
    },
    timestamp: asOf.toISOString(),
  };
}
