/** Pages that are about one asset. */
export const assetPaths = ['/send', '/receive', '/swap', '/buy-sell'] as const;
export type AssetPath = (typeof assetPaths)[number];

export interface AssetLink {
  readonly href: AssetPath;
  readonly state: unknown;
}

/** As much of the navigation state of 001 §2 as names the asset (`assetCodeOf` reads it). */
export const assetEntry = (code: string) => ({ currencyInfo: { symbol: code } });

/**
 * A link to a page about an asset (HARD-23), which is named by its code or by a whole navigation
 * state of 001 §2. `undefined` is for entrances that are about none, where the page opens with its
 * usual one.
 */
export const assetLink = (href: AssetPath, asset: string | object | undefined): AssetLink => ({
  href,
  state: typeof asset === 'string' ? assetEntry(asset) : asset,
});
