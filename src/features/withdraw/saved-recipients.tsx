import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { SavedCryptoAddress } from '#core/contract/account/address-book.ts';
import { recipients } from '#transport/money/saved-recipients.ts';
import { RecipientLines } from '#withdrawal/recipient-lines.tsx';
import css from './withdraw.module.css';
import type { WithdrawState } from './withdraw-state.ts';

interface Props {
  readonly state: WithdrawState;
  readonly onChoose: (entry: SavedCryptoAddress) => void;
}

/** At most so many are shown here; the address book beside the field has the others. */
const MOST = 3;

/** EASE-09: saved recipients of this asset, to choose with one touch; shown until an address is filled in. */
export function SavedRecipients({ state, onChoose }: Props) {
  const { data: list = [] } = useSnapshot(recipients.known);
  // Recipients that load later would push the form down, so they are shown only if known at the start.
  const [isKnown] = useState(() => recipients.known.data !== undefined);
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
