import { fiatSymbol } from '#core/domain/format.ts';

/** Stands for cash where a coin stands for an asset. */
export const CashCoin = ({ code }: { readonly code: string }) => (
  <span className="ticon num" aria-hidden="true">
    {fiatSymbol(code)}
  </span>
);
