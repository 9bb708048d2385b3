import { useId } from 'react';
import { oneAlert } from '#ui/feedback/one-alert.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  /** The first option, which cannot be chosen again. */
  readonly placeholder?: string;
  readonly error?: string | undefined;
}

/** A choice of one out of a few, with the browser's own list. */
export function SelectField({ label, value, options, onChange, placeholder, error }: Props) {
  const id = useId();
  const note = useId();
  return (
    <div className="field" data-invalid={error ? '' : undefined}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="control">
        <select
          id={id}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? note : undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {placeholder !== undefined && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <PageIcon name="chev" size="s" />
      </div>
      {error && (
        <p key={error} className="error" id={note} ref={oneAlert}>
          <PageIcon name="alert" size="xs" />
          {error}
        </p>
      )}
    </div>
  );
}
