import type { CSSProperties } from 'react';
import { type AssetCode, assetCodes } from '#core/money/currencies.ts';

/**
 * An asset's logo; its name stands in words beside it. `size` is in pixels at the usual size of text, with which it grows. All logos are pieces of
 * one image: as files of their own, each would be a document to fetch, lay out and paint, and what
 * an `svg` takes from another file is fetched past the service worker.
 */
export const Coin = ({ code, size }: { readonly code: AssetCode; readonly size: number }) => (
  <span
    className="coin"
    aria-hidden="true"
    style={{ '--coin': `${size / 16}rem`, '--nth': assetCodes.indexOf(code) } as CSSProperties}
  />
);
