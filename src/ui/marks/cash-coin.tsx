import { fiatSymbol } from '#core/money/format.ts';

/** The sign of a currency, as large as an asset's coin. */
export const CashCoin = ({ code }: { readonly code: string }) => (
  <span className="ticon num" translate="no" aria-hidden="true">
    {fiatSymbol(code)}
  </span>
);
