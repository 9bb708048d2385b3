import type { SavedCryptoAddress } from '#core/contract/account/address-book.ts';

/** The name of a saved recipient and part of the address, which tells recipients of the same name apart. */
export const RecipientLines = ({ entry }: { readonly entry: SavedCryptoAddress }) => (
  <>
    <b>{entry.label}</b>
    <small className="muted">
      {entry.currency_id} on {entry.network}, ends in {entry.address.slice(-4)}
      {entry.tag && `, tag ${entry.tag}`}
    </small>
  </>
);
