import { useSignals } from '@preact/signals-react/runtime';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { bsbText, ibanText } from '#core/domain/bank-account.ts';
import { findAsset } from '#core/domain/currencies.ts';
import { online } from '#platform/network.ts';
import { Button } from '#ui/button.tsx';
import { Coin } from '#ui/coin.tsx';
import { DuneSmall } from '#ui/dune.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './address-book.module.css';
import { book, loadBook } from './address-book-state.ts';
import { BookEntry } from './book-entry.tsx';
import { CryptoAddressDialog } from './crypto-address-dialog.tsx';
import { DeleteDialog, type Entry, RenameDialog } from './entry-dialogs.tsx';
import { FiatAccountDialog } from './fiat-account-dialog.tsx';

const tabs = [
  { id: 'crypto', label: 'Crypto Address Book', add: 'Add new crypto address' },
  { id: 'fiat', label: 'Fiat Address Book', add: 'Add New Fiat Account' },
] as const;
type Tab = (typeof tabs)[number]['id'];

type Open =
  | { readonly kind: 'add'; readonly tab: Tab }
  | { readonly kind: 'rename' | 'delete'; readonly entry: Entry };

const OFFLINE = 'Changing the address book needs a connection.';

function Tabs({ tab, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) {
  const move = (event: KeyboardEvent<HTMLButtonElement>): void => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    const other = tab === 'crypto' ? 'fiat' : 'crypto';
    onTab(other);
    event.currentTarget.ownerDocument.getElementById(`book-tab-${other}`)?.focus();
  };
  return (
    <div className={`tabs ${css.tabs}`} role="tablist" aria-label="Address Book">
      {tabs.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`book-tab-${id}`}
          aria-selected={tab === id}
          aria-controls={`book-${id}`}
          aria-current={tab === id ? 'true' : undefined}
          tabIndex={tab === id ? 0 : -1}
          onClick={() => onTab(id)}
          onKeyDown={move}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function Entries({ tab, onOpen }: { tab: Tab; onOpen: (open: Open) => void }) {
  const { crypto, fiat } = useSnapshot(book);
  const opening = (entry: Entry) => ({
    onRename: () => onOpen({ kind: 'rename', entry }),
    onDelete: () => onOpen({ kind: 'delete', entry }),
  });
  if ((tab === 'crypto' ? crypto : fiat).length === 0) {
    return (
      <div className="card empty">
        <DuneSmall />
        <p role="status">
          {tab === 'crypto'
            ? 'Addresses you save appear here and can be picked when you withdraw.'
            : 'Bank accounts you save appear here.'}
        </p>
      </div>
    );
  }
  return (
    <ul className="card rows">
      {tab === 'crypto'
        ? crypto.map((entry) => {
            const asset = findAsset(entry.currency_id);
            return (
              <BookEntry
                key={entry.address_id}
                entry={entry}
                icon={asset && <Coin code={asset.code} size={40} />}
                about={`${entry.currency_id} on ${entry.network}${entry.tag && `, tag ${entry.tag}`}`}
                target={entry.address}
                {...opening(entry)}
              />
            );
          })
        : fiat.map((entry) => (
            <BookEntry
              key={entry.address_id}
              entry={entry}
              icon={
                <span className="ticon">
                  <Icon name="book" />
                </span>
              }
              about={`${entry.holder}, ${entry.currency_id}`}
              target={
                entry.iban
                  ? ibanText(entry.iban)
                  : `BSB ${bsbText(entry.bsb)}, account ${entry.account_number}`
              }
              {...opening(entry)}
            />
          ))}
    </ul>
  );
}

function Content({ tab, onOpen }: { tab: Tab; onOpen: (open: Open) => void }) {
  const { status, failure } = useSnapshot(book);
  if (status === 'ready') return <Entries tab={tab} onOpen={onOpen} />;
  if (status === 'failed') {
    return (
      <div className="banner banner--error" role="alert">
        <Icon name="alert" />
        <p className="grow">{failure}</p>
        <button className="textbtn" type="button" onClick={() => void loadBook()}>
          Try again
        </button>
      </div>
    );
  }
  return (
    <div className="page-skeleton" aria-busy="true">
      <span className="vh" role="status">
        Loading your address book
      </span>
      <span className="skel" style={{ height: '8rem' }} />
    </div>
  );
}

/** PROF-05, D19. */
export function AddressBookSection() {
  useSignals();
  const [tab, setTab] = useState<Tab>('crypto');
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  // Once when it opens, and again when the connection is back.
  useEffect(
    () =>
      online.subscribe((connected) => {
        if (connected || book.status === 'loading') void loadBook();
      }),
    [],
  );
  const add = tabs.find(({ id }) => id === tab)?.add;
  return (
    <div className="stack">
      <Tabs tab={tab} onTab={setTab} />
      <div className="stack" role="tabpanel" id={`book-${tab}`} aria-labelledby={`book-tab-${tab}`}>
        <div className="stack stack--tight">
          <Button
            disabledReason={online.value ? undefined : OFFLINE}
            onClick={() => setOpen({ kind: 'add', tab })}
          >
            <Icon name="plus" size="s" />
            {add}
          </Button>
        </div>
        <Content tab={tab} onOpen={setOpen} />
      </div>
      {open?.kind === 'add' &&
        (open.tab === 'crypto' ? (
          <CryptoAddressDialog onClose={close} />
        ) : (
          <FiatAccountDialog onClose={close} />
        ))}
      {open?.kind === 'rename' && <RenameDialog entry={open.entry} onClose={close} />}
      {open?.kind === 'delete' && <DeleteDialog entry={open.entry} onClose={close} />}
    </div>
  );
}
