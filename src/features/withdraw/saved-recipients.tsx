import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { SavedCryptoAddress } from '#core/contract/address-book.ts';
import { recipients } from '#transport/recipients.ts';
import { RecipientLines } from '#withdrawal/recipient-lines.tsx';
import css from './withdraw.module.css';
import type { WithdrawState } from './withdraw-state.ts';

interface Props {
  readonly state: WithdrawState;
  readonly onChoose: (entry: SavedCryptoAddress) => void;
}

/** Beyond these there is the address book, beside the field. */
const MOST = 3;

/** EASE-09: to whom this asset can be sent with one touch, until an address is filled in. */
export function SavedRecipients({ state, onChoose }: Props) {
  const { list = [] } = useSnapshot(recipients);
  // Those that become known later would push the form down; the address book has them.
  const [isKnown] = useState(() => recipients.list !== undefined);
  const fitting = list.filter((entry) => entry.currency_id === state.asset.code);
  if (!isKnown || state.address !== '' || fitting.length === 0) return null;
  return (
    <section className={`card ${css.recipients}`} aria-label="Saved recipients">
      {fitting.slice(0, MOST).map((entry) => (
        <button
          key={entry.address_id}
          className={css.entry}
          type="button"
          onClick={() => onChoose(entry)}
        >
          <RecipientLines entry={entry} />
        </button>
      ))}
    </section>
  );
}
