import type { CSSProperties } from 'react';
import type { AssetCode } from '#core/domain/currencies.ts';

/** An asset's logo; its name stands in words beside it. `size` in pixels. */
export const Coin = ({ code, size }: { readonly code: AssetCode; readonly size: number }) => (
  <img
    className="coin"
    src={`/coins/${code.toLowerCase()}.svg`}
    alt=""
    width={size}
    height={size}
    style={{ '--coin': `${size}px` } as CSSProperties}
  />
);
