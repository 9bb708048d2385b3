import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { assetLink } from '#core/carried/asset-link.ts';
import { waitingPurchase } from '#core/carried/profile.ts';
import { countries, countryName, isCountry } from '#core/people/country.ts';
import {
  DECLARATION,
  MOST_RESIDENCES,
  type ResidenceProblems,
  type WithoutNumber,
  withoutNumber,
  withoutNumberTexts,
} from '#core/tax/certification.ts';
import { issuesNumbers, taxNumberOf } from '#core/tax/tax-numbers.ts';
import { formatDay } from '#core/time/date-text.ts';
import { taxDataOf } from '#identity/tax-prompt.tsx';
import { afterFrame } from '#platform/time/after-frame.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { dropDraft } from '#transport/customer/drafts.ts';
import { kyc } from '#transport/session/kyc.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/forms/field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { useFlow } from '#ui/hooks/use-flow.ts';
import { addressFields, fieldFacts } from './account-form.ts';
import {
  certify,
  emptyResidence,
  freshForm,
  isAtHome,
  isSound,
  keepForm,
  type Needs,
  noProblems,
  problemsIn,
  startingForm,
  staysAsItWas,
  type TaxForm,
  type TypedResidence,
} from './tax-form-state.ts';
import { type KnownTax, knownTaxIn, numberBy } from './tax-known.ts';
import { taxForm } from './tax-opened.ts';
import css from './verification.module.css';

const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }));

interface NumberProps {
  readonly residence: TypedResidence;
  readonly known: KnownTax;
  /** A number that is left empty can be added later. */
  readonly follows: boolean;
  readonly wrong: ResidenceProblems;
  readonly onChange: (next: TypedResidence) => void;
}

/** What a country's number looks like, or the last digits of the number that is kept. */
function helpFor(residence: TypedResidence, known: KnownTax, follows: boolean): string {
  const { name, has } = taxNumberOf(residence.country);
  const kept = known.certified?.residences.find(({ country }) => country === residence.country);
  if (staysAsItWas(residence, known)) {
    return `Leave it empty to keep the one that ends in ${kept?.end?.slice(-3)}.`;
  }
  const form = `The ${name} has ${has}.`;
  return follows ? `Optional today. ${form}` : form;
}

/** The tax number of a country, or the reason why there is none. */
function NumberFields({ residence, known, follows, wrong, onChange }: NumberProps) {
  const { country, number, without } = residence;
  const reasons = withoutNumber.filter((one) => one !== 'none-issued' || !issuesNumbers(country));
  return (
    <>
      {without === '' && (
        <TextField
          label={taxNumberOf(country).name}
          value={number}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          help={helpFor(residence, known, follows)}
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
  );
}

interface ResidenceProps extends NumberProps {
  /** Its place in the list, from 1. */
  readonly place: number;
  readonly onRemove: (() => void) | undefined;
}

/** The fields of one country. */
function ResidenceFields({ place, onRemove, ...fields }: ResidenceProps) {
  const { residence, wrong, onChange } = fields;
  return (
    <fieldset className={css.residence}>
      <legend>{place === 1 ? 'Country where you pay tax' : `Country ${place}`}</legend>
      <SelectField
        label="Country"
        value={residence.country}
        options={countryOptions}
        placeholder="Choose a country"
        error={wrong.country}
        // A number belongs to one country, so choosing another country clears it.
        onChange={(next) => onChange({ ...emptyResidence, country: next })}
      />
      {residence.country !== '' && <NumberFields {...fields} />}
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

/** Most people pay tax where they live, and choose nothing. */
function Where({
  home,
  elsewhere,
  onChange,
}: {
  readonly home: string;
  readonly elsewhere: boolean;
  readonly onChange: (elsewhere: boolean) => void;
}) {
  const here = isCountry(home) ? `${countryName(home)}, as above` : 'The country above';
  return (
    <fieldset className={css.where}>
      <legend>Where you pay tax</legend>
      {([here, 'Another country, or several'] as const).map((text, at) => (
        <label key={at === 0 ? 'here' : 'elsewhere'} className={css.choice}>
          <input
            type="radio"
            name="where"
            checked={elsewhere === (at === 1)}
            onChange={() => onChange(at === 1)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface FormProps {
  readonly known: KnownTax;
  /** A purchase waits for it, which goes on once it is sent; undefined: it was opened under Verification. */
  readonly purchase?: { readonly what: string | undefined } | undefined;
}

function Form({ known, purchase }: FormProps) {
  const { user, timeZone } = useSnapshot(session);
  const [, navigate] = useLocation();
  const [fresh] = useState(() => freshForm(user, known));
  const [form, setForm] = useState(() => startingForm(user, known));
  const [elsewhere, setElsewhere] = useState(() => !isAtHome(form));
  const [wrong, setWrong] = useState(noProblems);
  const { home, residences } = form;
  const last = numberBy(known, serverNow());
  const by = last === undefined ? undefined : formatDay(last, timeZone);
  const needs: Needs = { follows: last !== undefined, state: purchase !== undefined };
  useFlow('tax', JSON.stringify(form) !== JSON.stringify(fresh));
  const change = (next: TaxForm): void => {
    setForm(next);
    keepForm(next, fresh);
    // A field that was marked as wrong stays marked until its value is right.
    const found = problemsIn(next, known, needs);
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
      const found = problemsIn(form, known, needs);
      setWrong(found);
      return isSound(found);
    },
    run: async (fail) => {
      const failure = await certify(form, needs);
      if (failure !== undefined) return fail(failure);
      if (purchase) {
        // What was typed there is a draft, which the page takes up.
        const { href, state } = assetLink('/buy-sell', undefined);
        return navigate(href, { replace: true, state });
      }
      toast.success('Your tax residence is certified');
      close();
    },
  });
  const place = sending.ref;
  const began = useRef(false);
  useEffect(() => {
    if (began.current) return;
    began.current = true;
    afterFrame(() => {
      const inputs = [...(place.current?.querySelectorAll('input') ?? [])];
      (inputs.find(({ value }) => value.trim() === '') ?? inputs[0])?.focus();
    });
  }, [place]);
  const numbers = { known, follows: needs.follows };
  const [only = emptyResidence] = residences;
  return (
    <form className="stack" aria-label="Tax residence" {...sending}>
      <fieldset className={css.residence}>
        <legend>Where you live</legend>
        {addressFields.map((name) => (
          <TextField
            key={name}
            {...fieldFacts[name]}
            name={name}
            value={home[name]}
            help={
              name !== 'state'
                ? undefined
                : needs.state
                  ? 'If your address has none, repeat the city.'
                  : 'If your address has one.'
            }
            error={wrong.home[name]}
            onChange={(value) => change({ ...form, home: { ...home, [name]: value } })}
          />
        ))}
        <SelectField
          label="Country of your address"
          value={home.country}
          options={countryOptions}
          placeholder="Choose a country"
          error={wrong.home.country}
          onChange={(country) =>
            change({
              home: { ...home, country },
              residences: elsewhere ? residences : [{ ...emptyResidence, country }],
            })
          }
        />
      </fieldset>
      <Where
        home={home.country}
        elsewhere={elsewhere}
        onChange={(chosen) => {
          setElsewhere(chosen);
          if (!chosen && only.country !== home.country) {
            change({ ...form, residences: [{ ...emptyResidence, country: home.country }] });
          } else if (!chosen) change({ ...form, residences: [only] });
        }}
      />
      {!elsewhere && home.country !== '' && (
        <div className={css.residence}>
          <NumberFields
            {...numbers}
            residence={only}
            wrong={wrong.residences[0] ?? {}}
            onChange={(next) => change({ ...form, residences: [next] })}
          />
        </div>
      )}
      {elsewhere &&
        residences.map((residence, at) => (
          <ResidenceFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a country is known by its place alone while it is chosen
            key={at}
            {...numbers}
            residence={residence}
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
      {elsewhere && residences.length < MOST_RESIDENCES && (
        <div>
          <Button onClick={() => change({ ...form, residences: [...residences, emptyResidence] })}>
            Add another country
          </Button>
        </div>
      )}
      <p className="small">{DECLARATION}</p>
      {by !== undefined && (
        <p className="small muted">
          A tax number that is left empty can be added until {by}. From then on you can only sell,
          cash out and withdraw until it is there.
        </p>
      )}
      {purchase?.what !== undefined && (
        <p>
          Then: <b className="num">{purchase.what}</b>
        </p>
      )}
      <div className={css.taxActions}>
        <Button variant="primary" {...button}>
          {button.busy ? 'Sending...' : purchase ? 'Save and go on' : 'Certify'}
        </Button>
        {!purchase && (
          <Button
            onClick={() => {
              dropDraft('tax');
              close();
            }}
          >
            Cancel
          </Button>
        )}
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

/** EYE-06: everything that the law asks before the first payment, once. */
export function FirstPaymentPart() {
  const data = taxDataOf(useSnapshot(kyc));
  const what = waitingPurchase.read(useHistoryState());
  if (!data) return null;
  return (
    <section className="card pad stack" aria-labelledby="first-payment">
      <div>
        <h2 id="first-payment">Before your first payment</h2>
        <p className="small muted">
          The law asks us once. About a minute; what you type stays here if you leave.
        </p>
      </div>
      <Form known={knownTaxIn(data)} purchase={{ what }} />
    </section>
  );
}
