import { type Ref, useId, useState } from 'react';
import type { SavedCryptoAddress } from '#core/contract/account/address-book.ts';
import { routeOf } from '#core/money/withdraw-form.ts';
import { addressHelp } from '#core/networks/address/address-help.ts';
import { cleanAddress } from '#core/networks/address/clean-address.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { useIsRested } from '#ui/hooks/use-is-rested.ts';
import { AddressText } from '#ui/marks/address-text.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { SavedAddressPicker } from './saved-address-picker.tsx';
import css from './withdraw.module.css';
import type { WithdrawMachine } from './withdraw-machine.ts';
import { formIn, type WithdrawState } from './withdraw-state.ts';

type Scanner = typeof import('./scan-dialog.tsx')['ScanDialog'];

/** From this length on an address does not fit into its field on a phone. */
const GROUPED = 20;

interface Props {
  readonly machine: WithdrawMachine;
  readonly state: WithdrawState;
  readonly problem: { readonly text: string; readonly hint?: string | undefined } | undefined;
  readonly online: boolean;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onChoose: (entry: SavedCryptoAddress) => void;
}

/** Where it goes: typed, pasted, scanned or taken from the address book. */
export function AddressField({ machine, state, problem, online, inputRef, onChoose }: Props) {
  const id = useId();
  const note = useId();
  const [open, setOpen] = useState<'book'>();
  const [scanner, setScanner] = useState<{ readonly Dialog: Scanner }>();
  const network = routeOf(formIn(state))?.crypto_network_name;
  const locked = state.phase !== 'form';
  const said = problem && (problem.hint ? `${problem.text}. ${problem.hint}` : problem.text);
  const isRested = useIsRested(said, state.address);
  const whole = cleanAddress(state.address);
  const help = network && addressHelp(network, state.address);
  const close = (): void => setOpen(undefined);
  // The scanner is loaded when it is opened; if loading fails, the form does not change.
  const scan = async (): Promise<void> => {
    try {
      const { ScanDialog } = await import('./scan-dialog.tsx');
      setScanner({ Dialog: ScanDialog });
    } catch {
      toast.error('The scanner did not load. Check your connection, or paste the address.');
    }
  };
  const closeScanner = (): void => setScanner(undefined);
  return (
    <div className="field" data-invalid={problem ? '' : undefined}>
      <div className="line between">
        <label className="label" htmlFor={id}>
          Send to
        </label>
        <button
          className="textbtn"
          type="button"
          disabled={locked || !online}
          onClick={() => setOpen('book')}
        >
          Address book
        </button>
      </div>
      <div className="control">
        <input
          ref={inputRef}
          id={id}
          className={css.mono}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder={network ? `${network} address` : undefined}
          value={state.address}
          readOnly={locked}
          aria-invalid={problem ? true : undefined}
          aria-describedby={note}
          onChange={({ target }) => machine.typeAddress(target.value)}
          onPaste={(event) => {
            event.preventDefault();
            machine.take(event.clipboardData.getData('text'));
          }}
        />
        <button
          className="iconbtn"
          type="button"
          aria-label="Scan a QR code"
          disabled={locked}
          onClick={() => void scan()}
        >
          <PageIcon name="scan" />
        </button>
      </div>
      <div id={note}>
        {/* Drawn anew once typing rests: what is inserted as an alert is spoken. */}
        {problem && (
          <p key={String(isRested)} className="error" role={isRested ? 'alert' : undefined}>
            <PageIcon name="alert" size="xs" />
            {said}
          </p>
        )}
        <div aria-live="polite">{!problem && help && <p className="help">{help}</p>}</div>
      </div>
      {whole.length >= GROUPED && (
        <p className={css.whole} aria-hidden="true">
          <AddressText address={whole} />
        </p>
      )}
      {open === 'book' && (
        <SavedAddressPicker
          code={state.asset.code}
          onClose={close}
          onChoose={(entry) => {
            close();
            onChoose(entry);
          }}
        />
      )}
      {scanner && (
        <scanner.Dialog
          onClose={closeScanner}
          onText={(text) => {
            machine.take(text);
            closeScanner();
          }}
        />
      )}
    </div>
  );
}
