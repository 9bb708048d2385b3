import { useState } from 'react';
import { formatCrypto } from '#core/money/format.ts';
import { checkLabel } from '#core/money/saved-address.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { remove, save } from './address-book-state.ts';
import { BookDialog } from './book-dialog.tsx';
import { LabelField } from './label-field.tsx';

export interface Entry {
  readonly address_id: string;
  readonly label: string;
  readonly currency_id: string;
  /** For a bank account: the amount being paid out to it. */
  readonly on_its_way?: string | undefined;
}

interface Props {
  readonly entry: Entry;
  readonly onClose: () => void;
}

export function RenameDialog({ entry, onClose }: Props) {
  const [label, setLabel] = useState(entry.label);
  const [tried, setTried] = useState(false);
  return (
    <BookDialog
      title="Rename"
      action="Save label"
      done="Label saved"
      check={() => {
        setTried(true);
        return checkLabel(label) === undefined;
      }}
      run={() => save({ kind: 'rename', address_id: entry.address_id, label })}
      onClose={onClose}
    >
      <LabelField value={label} error={tried ? checkLabel(label) : undefined} onChange={setLabel} />
    </BookDialog>
  );
}

export const DeleteEntryDialog = ({ entry, onClose }: Props) => (
  <BookDialog
    title={`Delete “${entry.label}”?`}
    action="Delete"
    destructive
    done="Deleted from your address book"
    run={() => remove(entry.address_id)}
    onClose={onClose}
  >
    <p className="muted">It will be removed from your address book. Nothing else changes.</p>
    {entry.on_its_way && (
      <div className="banner banner--warn">
        <PageIcon name="info" />
        <p className="grow">
          <b>{formatCrypto(entry.on_its_way, entry.currency_id)} is on its way to this account.</b>{' '}
          It is paid out all the same. Should the bank send it back, it is in your balance again.
        </p>
      </div>
    )}
  </BookDialog>
);
