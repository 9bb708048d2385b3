import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { addsAccount, payoutAccount, payoutWaits } from '#core/carried/way-out.ts';
import { bsbText, ibanText } from '#core/money/account-number.ts';
import { findAsset } from '#core/money/currencies.ts';
import { historyState, takeCarried } from '#platform/kept/history-state.ts';
import { draftOf } from '#transport/customer/drafts.ts';
import { Button } from '#ui/actions/button.tsx';
import { SectionTabs } from '#ui/actions/section-tabs.tsx';
import { DuneSmall } from '#ui/chart/dune-small.tsx';
import { SectionFailed, SectionLoading } from '#ui/feedback/section-states.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { Coin } from '#ui/marks/coin.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import css from './address-book.module.css';
import { book, loadBook } from './address-book-state.ts';
import { BookEntry } from './book-entry.tsx';
import { CryptoAddressDialog } from './crypto-address-dialog.tsx';
import { DeleteEntryDialog, type Entry, RenameDialog } from './entry-dialogs.tsx';
import { FiatAccountDialog } from './fiat-account-dialog.tsx';

const tabs = [
  { id: 'crypto', label: 'Crypto Address Book', add: 'Add new crypto address' },
  { id: 'fiat', label: 'Fiat Address Book', add: 'Add New Fiat Account' },
] as const;
type Tab = (typeof tabs)[number]['id'];

type Open =
  | { readonly kind: 'add'; readonly tab: Tab }
  | { readonly kind: 'rename' | 'delete'; readonly entry: Entry };

/** The form that was open when the page was reloaded or left, so that it opens again (HARD-11). */
function unfinished(): Tab | undefined {
  if (draftOf('crypto-address')) return 'crypto';
  return draftOf('fiat-account') ? 'fiat' : undefined;
}

/** The form that a link of another page asks for, because an account is missing there. */
const askedFor = (): Tab | undefined => addsAccount.read(historyState());

const OFFLINE = 'Changing the address book needs a connection.';

const nothing = { crypto: [], fiat: [] } as const;

function Entries({ tab, onOpen }: { tab: Tab; onOpen: (open: Open) => void }) {
  const { crypto, fiat } = useSnapshot(book.known).data ?? nothing;
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
                whose={entry.whose}
                doubted={entry.doubted}
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
                  <PageIcon name="book" />
                </span>
              }
              about={`${entry.holder}, ${entry.currency_id}`}
              doubted={entry.doubted}
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
  const { data, failure } = useSnapshot(book.known);
  if (data) return <Entries tab={tab} onOpen={onOpen} />;
  if (failure !== undefined) {
    return <SectionFailed failure={failure} onAgain={() => void loadBook()} />;
  }
  return <SectionLoading text="Loading your address book" height="8rem" />;
}

/** PROF-05, D19. */
export function AddressBookSection() {
  const isOnline = useOnline();
  const [begun] = useState(() => askedFor() ?? unfinished());
  const [tab, setTab] = useState<Tab>(begun ?? 'crypto');
  const [open, setOpen] = useState<Open | undefined>(begun && { kind: 'add', tab: begun });
  const [, navigate] = useLocation();
  /** A cash out waits for the account that is added. */
  const payout = payoutWaits.read(useHistoryState());
  useEffect(() => {
    takeCarried(addsAccount);
  }, []);
  const close = (): void => setOpen(undefined);
  const panel = useRef<HTMLDivElement>(null);
  const { crypto, fiat } = useSnapshot(book.known).data ?? nothing;
  const entries = crypto.length + fiat.length;
  // The row that had the focus is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when an entry or a dialog is gone
  useEffect(() => {
    if (!open && document.activeElement === document.body) panel.current?.focus();
  }, [open, entries]);
  useReload(loadBook);
  const add = tabs.find(({ id }) => id === tab)?.add;
  return (
    <div className="stack">
      {payout && (
        <div>
          <Link className="textbtn" href="/cash/out">
            Back to your cash out
          </Link>
        </div>
      )}
      <SectionTabs
        label="Address Book"
        tabs={tabs}
        tab={tab}
        onTab={setTab}
        name="book"
        className={css.tabs}
      />
      <div
        ref={panel}
        tabIndex={-1}
        className={`stack ${css.panel}`}
        role="tabpanel"
        id={`book-${tab}`}
        aria-labelledby={`book-tab-${tab}`}
      >
        <div className="stack stack--tight">
          <Button
            disabledReason={isOnline ? undefined : OFFLINE}
            onClick={() => setOpen({ kind: 'add', tab })}
          >
            <PageIcon name="plus" size="s" />
            {add}
          </Button>
        </div>
        <Content tab={tab} onOpen={setOpen} />
      </div>
      {open?.kind === 'add' &&
        (open.tab === 'crypto' ? (
          <CryptoAddressDialog onClose={close} />
        ) : (
          <FiatAccountDialog
            onClose={close}
            onSaved={(id) => {
              if (payout) navigate('/cash/out', { replace: true, state: payoutAccount.give(id) });
            }}
          />
        ))}
      {open?.kind === 'rename' && <RenameDialog entry={open.entry} onClose={close} />}
      {open?.kind === 'delete' && <DeleteEntryDialog entry={open.entry} onClose={close} />}
    </div>
  );
}
