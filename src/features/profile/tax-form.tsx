import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { countries } from '#core/people/country.ts';
import {
  DECLARATION,
  MOST_RESIDENCES,
  type ResidenceProblems,
  type WithoutNumber,
  withoutNumber,
  withoutNumberTexts,
} from '#core/tax/certification.ts';
import { issuesNumbers, taxNumberOf } from '#core/tax/tax-numbers.ts';
import { taxDataOf } from '#identity/tax-prompt.tsx';
import { afterFrame } from '#platform/time/after-frame.ts';
import { dropDraft } from '#transport/customer/drafts.ts';
import { kyc } from '#transport/session/kyc.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/forms/field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { useFlow } from '#ui/hooks/use-flow.ts';
import { fieldFacts } from './account-form.ts';
import {
  certify,
  emptyResidence,
  freshForm,
  isSound,
  keepForm,
  noProblems,
  problemsIn,
  startingForm,
  staysAsItWas,
  type TaxForm,
  type TypedResidence,
} from './tax-form-state.ts';
import { type KnownTax, knownTaxIn } from './tax-known.ts';
import { taxForm } from './tax-opened.ts';
import css from './verification.module.css';

const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }));

interface ResidenceProps {
  readonly residence: TypedResidence;
  readonly known: KnownTax;
  /** Its place in the list, from 1. */
  readonly place: number;
  readonly wrong: ResidenceProblems;
  readonly onChange: (next: TypedResidence) => void;
  readonly onRemove: (() => void) | undefined;
}

/** What a country's number looks like, or the last digits of the number that is kept. */
function helpFor(residence: TypedResidence, known: KnownTax): string {
  const { name, has } = taxNumberOf(residence.country);
  const kept = known.certified?.residences.find(({ country }) => country === residence.country);
  return staysAsItWas(residence, known)
    ? `Leave it empty to keep the one that ends in ${kept?.end?.slice(-3)}.`
    : `The ${name} has ${has}.`;
}

/** The fields of one country: the tax number there, or the reason why there is none. */
function ResidenceFields({ residence, known, place, wrong, onChange, onRemove }: ResidenceProps) {
  const { country, number, without } = residence;
  const reasons = withoutNumber.filter((one) => one !== 'none-issued' || !issuesNumbers(country));
  return (
    <fieldset className={css.residence}>
      <legend>{place === 1 ? 'Country where you pay tax' : `Country ${place}`}</legend>
      <SelectField
        label="Country"
        value={country}
        options={countryOptions}
        placeholder="Choose a country"
        error={wrong.country}
        // A number belongs to one country, so choosing another country clears it.
        onChange={(next) => onChange({ ...emptyResidence, country: next })}
      />
      {country !== '' && (
        <>
          {without === '' && (
            <TextField
              label={country === '' ? 'Tax number' : taxNumberOf(country).name}
              value={number}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              help={helpFor(residence, known)}
              error={wrong.number}
              onChange={(next) => onChange({ ...residence, number: next })}
            />
          )}
          <SelectField
            label="If you have none"
            value={without}
            options={[
              { value: '', label: 'I have a number' },
              ...reasons.map((one) => ({ value: one, label: withoutNumberTexts[one] })),
            ]}
            error={without === '' ? undefined : wrong.number}
            onChange={(next) => {
              const chosen: WithoutNumber | '' = reasons.find((one) => one === next) ?? '';
              onChange({ ...residence, without: chosen });
            }}
          />
        </>
      )}
      {onRemove && (
        <div className={css.wholeRow}>
          <button className="textbtn" type="button" onClick={onRemove}>
            Remove this country
          </button>
        </div>
      )}
    </fieldset>
  );
}

interface FormProps {
  readonly known: KnownTax;
}

function Form({ known }: FormProps) {
  const { user } = useSnapshot(session);
  const [fresh] = useState(() => freshForm(user, known));
  const [form, setForm] = useState(() => startingForm(user, known));
  const [wrong, setWrong] = useState(noProblems);
  const { home, residences } = form;
  useFlow('tax', JSON.stringify(form) !== JSON.stringify(fresh));
  const change = (next: TaxForm): void => {
    setForm(next);
    keepForm(next, fresh);
    // A field that was marked as wrong stays marked until its value is right.
    const found = problemsIn(next, known);
    setWrong((before) => ({
      home: Object.fromEntries(
        Object.entries(found.home).filter(([name]) => Object.hasOwn(before.home, name)),
      ),
      residences: found.residences.map((one, at) => (before.residences[at] ? one : {})),
    }));
  };
  const { form: sending, button } = useSubmit({
    offline: 'Sending it needs a connection. What you typed stays here.',
    check: () => {
      const found = problemsIn(form, known);
      setWrong(found);
      return isSound(found);
    },
    run: async (fail) => {
      const failure = await certify(form);
      if (failure !== undefined) return fail(failure);
      toast.success('Your tax residence is certified');
      close();
    },
  });
  const place = sending.ref;
  const began = useRef(false);
  useEffect(() => {
    if (began.current) return;
    began.current = true;
    afterFrame(() => place.current?.querySelector('input')?.focus());
  }, [place]);
  return (
    <form className="stack" aria-label="Tax residence" {...sending}>
      <fieldset className={css.residence}>
        <legend>Where you live</legend>
        {(['address', 'city', 'state', 'postal'] as const).map((name) => (
          <TextField
            key={name}
            {...fieldFacts[name]}
            name={name}
            value={home[name]}
            help={name === 'state' ? 'If your address has one.' : undefined}
            error={name === 'state' ? undefined : wrong.home[name]}
            onChange={(value) => change({ ...form, home: { ...home, [name]: value } })}
          />
        ))}
        <SelectField
          label="Country of your address"
          value={home.country}
          options={countryOptions}
          placeholder="Choose a country"
          error={wrong.home.country}
          onChange={(country) => change({ ...form, home: { ...home, country } })}
        />
      </fieldset>
      {residences.map((residence, at) => (
        <ResidenceFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a country is known by its place alone while it is chosen
          key={at}
          residence={residence}
          known={known}
          place={at + 1}
          wrong={wrong.residences[at] ?? {}}
          onChange={(next) => change({ ...form, residences: residences.with(at, next) })}
          onRemove={
            residences.length === 1
              ? undefined
              : () => change({ ...form, residences: residences.toSpliced(at, 1) })
          }
        />
      ))}
      {residences.length < MOST_RESIDENCES && (
        <div>
          <Button onClick={() => change({ ...form, residences: [...residences, emptyResidence] })}>
            Add another country
          </Button>
        </div>
      )}
      <p className="small">{DECLARATION}</p>
      <div className={css.taxActions}>
        <Button variant="primary" {...button}>
          {button.busy ? 'Sending...' : 'Certify'}
        </Button>
        <Button
          onClick={() => {
            dropDraft('tax');
            close();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The focus was in the form, which is gone: it moves to the section's heading. */
function close(): void {
  taxForm.opened = false;
  afterFrame(() => document.getElementById('tax-residence')?.focus());
}

/** KEEP-14: the customer certifies where they live and pay tax. */
export function TaxFormPart() {
  const data = taxDataOf(useSnapshot(kyc));
  return data ? <Form known={knownTaxIn(data)} /> : null;
}
