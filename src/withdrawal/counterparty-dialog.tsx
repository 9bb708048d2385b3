import type { ReactNode } from 'react';
import {
  type Counterparty,
  cleanCounterparty,
  counterpartyProblem,
  LONGEST_NAME,
} from '#core/people/counterparty.ts';
import { countries } from '#core/people/country.ts';
import { Chips } from '#ui/forms/chips.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { FormDialog } from '#ui/forms/form-dialog.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useFields } from '#ui/forms/use-fields.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';

/** The wording of the questions: about a withdrawal's recipient or a deposit's sender. */
export interface CounterpartyWords {
  readonly title: string;
  readonly owner: string;
  readonly mine: string;
  readonly other: string;
  readonly keeper: string;
  readonly action: string;
  readonly offline: string;
}

interface Props {
  readonly words: CounterpartyWords;
  /** What is asked about. */
  readonly about: ReactNode;
  /** The answer given before. */
  readonly said?: Counterparty | undefined;
  /** Sends the answer; resolves to the reason of a refusal. */
  readonly onSay: (counterparty: Counterparty) => Promise<string | undefined>;
  readonly onClose: () => void;
}

const ALONE = 'Own wallet';
const PROVIDER = 'Exchange or other provider';

const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }));

function Choice<T extends string>({
  label,
  options,
  chosen,
  onChoose,
  error,
}: {
  readonly label: string;
  readonly options: readonly T[];
  readonly chosen: string;
  readonly onChoose: (option: T) => void;
  readonly error: string | undefined;
}) {
  return (
    <div className="field" data-invalid={error ? '' : undefined}>
      <p className="label" aria-hidden="true">
        {label}
      </p>
      <Chips label={label} options={options} chosen={chosen as T} onChoose={onChoose} />
      {error && (
        <p className="error" role="alert">
          <PageIcon name="alert" size="xs" />
          {error}
        </p>
      )}
    </div>
  );
}

/** KEEP-07: asks who owns the other end of a transfer, and which provider holds it. */
export function CounterpartyDialog({ words, about, said, onSay, onClose }: Props) {
  const { mine, other } = words;
  const { values, errors, show, bind } = useFields({
    owner: said ? (said.owner === 'customer' ? mine : other) : '',
    name: said?.name ?? '',
    country: said?.country ?? '',
    keeper: said ? (said.provider ? PROVIDER : ALONE) : '',
    provider: said?.provider ?? '',
  });
  const counterparty = cleanCounterparty({
    owner: values.owner === mine ? 'customer' : 'other',
    name: values.name,
    country: values.country,
    provider: values.keeper === PROVIDER ? values.provider : '',
  });
  const check = (): boolean => {
    if (values.owner === '') return show({ owner: 'Choose one' });
    const problem = counterpartyProblem(counterparty);
    if (problem && problem.field !== 'provider') return show({ [problem.field]: problem.text });
    if (values.keeper === '') return show({ keeper: 'Choose one' });
    const missing = values.keeper === PROVIDER && counterparty.provider === '';
    if (problem || missing) {
      return show({ provider: problem?.text ?? 'Enter the name of the exchange or provider' });
    }
    return show({});
  };
  return (
    <FormDialog
      title={words.title}
      sheet
      onClose={onClose}
      action={words.action}
      offline={words.offline}
      check={check}
      run={async (fail) => {
        const failed = await onSay(counterparty);
        if (failed !== undefined) fail(failed);
      }}
    >
      {about}
      <Choice
        label={words.owner}
        options={[mine, other]}
        chosen={values.owner}
        onChoose={bind('owner').onChange}
        error={errors.owner}
      />
      {values.owner === other && (
        <>
          <TextField
            label="Full name"
            help="Of the person or company"
            autoComplete="off"
            maxLength={LONGEST_NAME}
            {...bind('name')}
          />
          <SelectField
            label="Country"
            placeholder="Choose a country"
            options={countryOptions}
            {...bind('country')}
          />
        </>
      )}
      <Choice
        label={words.keeper}
        options={[ALONE, PROVIDER]}
        chosen={values.keeper}
        onChoose={bind('keeper').onChange}
        error={errors.keeper}
      />
      {values.keeper === PROVIDER && (
        <TextField
          label="Name of the provider"
          autoComplete="off"
          maxLength={LONGEST_NAME}
          {...bind('provider')}
        />
      )}
    </FormDialog>
  );
}
