import type { CSSProperties } from 'react';
import { type AssetCode, assetCodes } from '#core/domain/currencies.ts';

/**
 * An asset's logo; its name stands in words beside it. `size` in pixels. All are pieces of one picture:
 * each by itself would be a document to fetch, lay out and paint, and what an `svg` takes from another
 * file never asks the service worker.
 */
export const Coin = ({ code, size }: { readonly code: AssetCode; readonly size: number }) => (
  <span
    className="coin"
    aria-hidden="true"
    style={{ '--coin': `${size}px`, '--nth': assetCodes.indexOf(code) } as CSSProperties}
  />
);
