import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { listAddresses, type SavedCryptoAddress } from '#core/contract/address-book.ts';
import { call } from '#transport/call.ts';
import { failureText } from '#transport/failure-text.ts';
import { Dialog } from '#ui/dialog.tsx';
import css from './withdraw.module.css';

interface Props {
  readonly code: string;
  readonly network: string;
  readonly onChoose: (entry: SavedCryptoAddress) => void;
  readonly onClose: () => void;
}

type Book = readonly SavedCryptoAddress[] | string | undefined;

/** The customer's own addresses of this asset and network (D19). */
export function SavedAddressPicker({ code, network, onChoose, onClose }: Props) {
  // A string says why the address book could not be read.
  const [book, setBook] = useState<Book>();
  useEffect(() => {
    void call(listAddresses, {}).then((outcome) =>
      setBook(
        outcome.ok
          ? outcome.value.data.crypto
          : failureText(outcome.failure, 'We could not load your address book.'),
      ),
    );
  }, []);
  const fitting = Array.isArray(book)
    ? book.filter((entry) => entry.currency_id === code && entry.network === network)
    : [];
  return (
    <Dialog title="Address book" onClose={onClose} sheet>
      {book === undefined && <p aria-busy="true">Loading</p>}
      {typeof book === 'string' && (
        <p className="error" role="alert">
          {book}
        </p>
      )}
      {Array.isArray(book) && fitting.length === 0 && (
        <p className="muted">
          No {code} address on the {network} network yet.{' '}
          <Link className="textbtn" href="/profile/addressBook">
            Open your address book
          </Link>
        </p>
      )}
      <ul className="rows">
        {fitting.map((entry) => (
          <li key={entry.address_id}>
            <button className={css.entry} type="button" onClick={() => onChoose(entry)}>
              <b>{entry.label}</b>
              <small className={`muted ${css.mono}`}>{entry.address}</small>
              {entry.tag && <small className="muted num">Tag {entry.tag}</small>}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
