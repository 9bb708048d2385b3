import type { CSSProperties } from 'react';
import type { AssetCode } from '#core/domain/currencies.ts';

/**
 * An asset's logo; its name stands in words beside it. `size` in pixels. Drawn in the page from one
 * sheet: as pictures they would be seven documents to fetch, lay out and paint.
 */
export const Coin = ({ code, size }: { readonly code: AssetCode; readonly size: number }) => (
  <svg
    className="coin"
    width={size}
    height={size}
    aria-hidden="true"
    focusable="false"
    style={{ '--coin': `${size}px` } as CSSProperties}
  >
    <use href={`/coins.svg#coin-${code.toLowerCase()}`} />
  </svg>
);
