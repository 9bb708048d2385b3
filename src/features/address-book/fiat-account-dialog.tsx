import { useSnapshot } from 'valtio/react';
import { bsbHint, bsbProblem, ibanHint, ibanProblem } from '#core/money/account-number.ts';
import { marketOf } from '#core/money/region.ts';
import { checkFiatForm, type FiatForm } from '#core/money/saved-address.ts';
import { session } from '#transport/session/session.ts';
import { TextField } from '#ui/forms/field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { book, save } from './address-book-state.ts';
import { BookDialog } from './book-dialog.tsx';
import { LabelField } from './label-field.tsx';
import { useBookForm } from './use-book-form.ts';

const currencies = [
  { value: 'EUR', label: 'Euro (IBAN)' },
  { value: 'AUD', label: 'Australian dollar (BSB)' },
];

const empty: Omit<FiatForm, 'currency_id'> = {
  label: '',
  holder: '',
  iban: '',
  bsb: '',
  account_number: '',
};

interface Props {
  readonly onClose: () => void;
  /** Called once it is saved, with its id if the book could be read again. */
  readonly onSaved: (id: string | undefined) => void;
}

const idsNow = (): readonly string[] =>
  (book.known.data?.fiat ?? []).map(({ address_id }) => address_id);

export function FiatAccountDialog({ onClose, onSaved }: Props) {
  const current = useSnapshot(session);
  const market = marketOf(current);
  const { first_name: first = '', last_name: last = '' } = { ...current.user };
  // Cash goes to accounts in one's own name only.
  const own = { holder: `${first} ${last}`.trim() };
  const blank = { ...empty, ...own, currency_id: market === 'AUD' ? 'AUD' : 'EUR' };
  const { form, problems, set, check, drop } = useBookForm('fiat-account', blank, checkFiatForm);
  return (
    <BookDialog
      title="Add New Fiat Account"
      action="Save account"
      done="Account saved"
      check={check}
      run={async () => {
        const before = idsNow();
        const problem = await save({ kind: 'fiat', ...form });
        if (problem === undefined) {
          drop();
          onSaved(idsNow().find((id) => !before.includes(id)));
        }
        return problem;
      }}
      onClose={() => {
        drop();
        onClose();
      }}
    >
      <LabelField value={form.label} error={problems.label} onChange={(label) => set({ label })} />
      <TextField
        label="Account holder"
        value={form.holder}
        maxLength={100}
        autoComplete="name"
        error={problems.holder}
        onChange={(holder) => set({ holder })}
      />
      <SelectField
        label="Currency"
        value={form.currency_id}
        options={currencies}
        error={problems.currency_id}
        onChange={(currency_id) => set({ currency_id })}
      />
      {form.currency_id === 'EUR' ? (
        <TextField
          label="IBAN"
          value={form.iban}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          help={ibanHint(form.iban)}
          error={ibanProblem(form.iban) ?? problems.iban}
          onChange={(iban) => set({ iban })}
        />
      ) : (
        <>
          <TextField
            label="BSB"
            value={form.bsb}
            maxLength={10}
            inputMode="numeric"
            autoComplete="off"
            help={bsbHint(form.bsb)}
            error={bsbProblem(form.bsb) ?? problems.bsb}
            onChange={(bsb) => set({ bsb })}
          />
          <TextField
            label="Account number"
            value={form.account_number}
            maxLength={20}
            inputMode="numeric"
            autoComplete="off"
            error={problems.account_number}
            onChange={(account_number) => set({ account_number })}
          />
        </>
      )}
    </BookDialog>
  );
}
