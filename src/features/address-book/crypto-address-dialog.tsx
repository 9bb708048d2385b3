import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { offeredAssets } from '#core/money/currencies.ts';
import { marketOf } from '#core/money/region.ts';
import { type CryptoForm, checkCryptoForm } from '#core/money/saved-address.ts';
import { ownTagOf } from '#core/money/withdraw-form.ts';
import { addressHelp } from '#core/networks/address/address-help.ts';
import { session } from '#transport/session/session.ts';
import { TextField } from '#ui/forms/field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import css from './address-book.module.css';
import { loadBook, payable, save } from './address-book-state.ts';
import { BookDialog } from './book-dialog.tsx';
import { networksOf, withoutNetwork } from './book-networks.ts';
import { LabelField } from './label-field.tsx';
import { readPasted } from './pasted-address.ts';
import { useBookForm } from './use-book-form.ts';

const blank: CryptoForm = { label: '', currency_id: '', network: '', address: '', tag: '' };

export function CryptoAddressDialog({ onClose }: { onClose: () => void }) {
  const { data: routes = [] } = useSnapshot(payable.known);
  const market = marketOf(useSnapshot(session));
  const {
    form,
    found,
    problems,
    set: setForm,
    check,
    drop,
  } = useBookForm('crypto-address', blank, checkCryptoForm);
  /** Why the last link was not used. */
  const [refused, setRefused] = useState<string>();
  /** The announcement of the fields that a pasted link or address filled in. */
  const [filled, setFilled] = useState('');
  const set = (change: Partial<CryptoForm>): void => {
    setRefused(undefined);
    setForm(change);
  };
  const networks = networksOf(routes, form.currency_id);
  const unasked = routes.length === 0;
  useEffect(() => {
    if (unasked) void loadBook();
  }, [unasked]);
  const needsTag = networks.some(
    ({ crypto_network_name, needs_tag }) => needs_tag && crypto_network_name === form.network,
  );
  const setCurrency = (currency_id: string): void => {
    const own = networksOf(routes, currency_id);
    // With one network there is nothing to choose.
    const network = own.length === 1 ? (own[0]?.crypto_network_name ?? '') : '';
    set({ currency_id, network, tag: '' });
  };
  const take = (text: string): void => {
    const codes = offeredAssets(market).map(({ code }) => code);
    const reading = readPasted(text, form, routes, codes);
    if (reading.kind === 'refused') {
      setRefused(reading.text);
      return;
    }
    set(reading.change);
    const { currency_id, network, tag } = reading.change;
    const said = [
      currency_id !== form.currency_id && currency_id,
      network !== form.network && network,
      tag !== form.tag && tag && `tag ${tag}`,
    ].filter(Boolean);
    if (said.length > 0) setFilled(`Filled in: ${said.join(', ')}`);
  };
  const setAddress = (text: string): void => {
    setFilled('');
    const typed = Math.abs(text.length - form.address.length) === 1 || text === '';
    // A copied address may have spaces around it; no address contains any.
    if (typed) set({ address: text.trim() });
    else take(text);
  };
  const own = ownTagOf(form.network, form.address);
  return (
    <BookDialog
      title="Add new crypto address"
      action="Save address"
      done="Address saved"
      check={check}
      run={() => save({ kind: 'crypto', ...form })}
      onClose={() => {
        drop();
        onClose();
      }}
    >
      <TextField
        label="Address"
        className={css.mono}
        value={form.address}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        help={addressHelp(form.network, form.address)}
        error={refused ?? problems.address}
        onChange={setAddress}
      />
      <p className="vh" role="status">
        {filled}
      </p>
      <SelectField
        label="Currency"
        value={form.currency_id}
        placeholder="Choose a currency"
        options={offeredAssets(market).map(({ code, name }) => ({
          value: code,
          label: `${name} (${code})`,
        }))}
        error={problems.currency_id}
        onChange={setCurrency}
      />
      <SelectField
        label="Network"
        value={form.network}
        placeholder={form.currency_id ? 'Choose a network' : 'Choose a currency first'}
        options={networks.map(({ crypto_network_name: name }) => ({ value: name, label: name }))}
        error={withoutNetwork(routes, form.currency_id) ?? problems.network}
        onChange={(network) => set({ network, tag: '' })}
      />
      {needsTag && own && form.tag === '' && (
        <p className="help">
          {own.tag === undefined
            ? 'This address needs no destination tag.'
            : `This address already includes the destination tag ${own.tag}.`}
        </p>
      )}
      {needsTag && !(own && form.tag === '') && (
        <TextField
          label="Destination tag"
          value={form.tag}
          inputMode="numeric"
          autoComplete="off"
          help="Leave it empty if the address needs none."
          // A wrong tag is never shortened to a valid one, which would be another customer's.
          error={found.tag}
          onChange={(tag) => set({ tag })}
        />
      )}
      <LabelField value={form.label} error={problems.label} onChange={(label) => set({ label })} />
    </BookDialog>
  );
}
