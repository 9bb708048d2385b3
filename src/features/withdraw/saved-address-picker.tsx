import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import type { SavedCryptoAddress } from '#core/contract/account/address-book.ts';
import { recipients } from '#transport/money/saved-recipients.ts';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { AddressText } from '#ui/marks/address-text.tsx';
import css from './withdraw.module.css';

interface Props {
  readonly code: string;
  readonly onChoose: (entry: SavedCryptoAddress) => void;
  readonly onClose: () => void;
}

/** The customer's own addresses of this asset (D19). */
export function SavedAddressPicker({ code, onChoose, onClose }: Props) {
  const { data: list, failure } = useSnapshot(recipients.known);
  useEffect(() => void recipients.load(), []);
  const fitting = list?.filter((entry) => entry.currency_id === code) ?? [];
  return (
    <Dialog title="Address book" onClose={onClose} sheet>
      {!list && !failure && <p aria-busy="true">Loading</p>}
      {!list && failure && (
        <p className="error" role="alert">
          {failure}
        </p>
      )}
      {list && fitting.length === 0 && (
        <p className="muted">
          No {code} address yet.{' '}
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
              <small className="muted">
                {entry.network}
                {entry.tag && `, tag ${entry.tag}`}
              </small>
              <small className="muted">
                <AddressText address={entry.address} />
              </small>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
