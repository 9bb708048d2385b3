import * as v from 'valibot';
import { carried } from './carried.ts';

/** The pages that open with a given asset. */
export const assetPaths = ['/send', '/receive', '/swap', '/buy-sell'] as const;
export type AssetPath = (typeof assetPaths)[number];

export interface AssetLink {
  readonly href: AssetPath;
  readonly state: unknown;
}

/** The asset that the page is about. */
const asset = carried('currencyInfo', v.object({ symbol: v.string() }));
export const assetEntry = (code: string) => asset.give({ symbol: code });
export const assetCodeOf = (state: unknown): string | undefined => asset.read(state)?.symbol;

/** What a swap is to give in the end, where it was named; the page takes it once. */
export const swapTarget = carried('target', v.string());

/** The side of a trade that the page opens on, where it is not buying. */
export const sellSide = carried('side', v.literal('sell'));

/**
 * A link to a page that opens with an asset (HARD-23), given by its code or by a whole navigation state.
 * `undefined`: the page opens with its default asset.
 */
export const assetLink = (href: AssetPath, asset: string | object | undefined): AssetLink => ({
  href,
  state: typeof asset === 'string' ? assetEntry(asset) : asset,
});
