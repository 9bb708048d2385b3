import type { SavedCryptoAddress } from '#core/contract/address-book.ts';

/** Who a saved recipient is, and enough to tell two of one name apart. */
export const RecipientLines = ({ entry }: { readonly entry: SavedCryptoAddress }) => (
  <>
    <b>{entry.label}</b>
    <small className="muted">
      {entry.currency_id} on {entry.network}, ends in {entry.address.slice(-4)}
      {entry.tag && `, tag ${entry.tag}`}
    </small>
  </>
);
