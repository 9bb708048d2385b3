/** Pages that are about one asset. */
export const assetPaths = ['/send', '/receive', '/swap', '/buy-sell'] as const;
export type AssetPath = (typeof assetPaths)[number];

export interface AssetLink {
  readonly href: AssetPath;
  readonly state: unknown;
}

/** The part of the navigation state that names the asset; `assetCodeOf` reads it. */
export const assetEntry = (code: string) => ({ currencyInfo: { symbol: code } });

/**
 * A link to a page about an asset (HARD-23), given by its code or by a whole navigation state.
 * `undefined`: no asset is named, and the page opens with its default one.
 */
export const assetLink = (href: AssetPath, asset: string | object | undefined): AssetLink => ({
  href,
  state: typeof asset === 'string' ? assetEntry(asset) : asset,
});
