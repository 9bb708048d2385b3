/** The pages that open with a given asset. */
export const assetPaths = ['/send', '/receive', '/swap', '/buy-sell'] as const;
export type AssetPath = (typeof assetPaths)[number];

export interface AssetLink {
  readonly href: AssetPath;
  readonly state: unknown;
}

/** The part of the navigation state that names the asset; `assetCodeOf` reads it. */
export const assetEntry = (code: string) => ({ currencyInfo: { symbol: code } });

/**
 * A link to a page that opens with an asset (HARD-23), given by its code or by a whole navigation state.
 * `undefined`: the page opens with its default asset.
 */
export const assetLink = (href: AssetPath, asset: string | object | undefined): AssetLink => ({
  href,
  state: typeof asset === 'string' ? assetEntry(asset) : asset,
});
