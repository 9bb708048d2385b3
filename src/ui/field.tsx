import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { Icon } from './icon.tsx';

export interface FieldProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | 'className'
    | 'type'
    | 'name'
    | 'autoComplete'
    | 'inputMode'
    | 'required'
    | 'maxLength'
    | 'placeholder'
    | 'autoCapitalize'
    | 'spellCheck'
    | 'onKeyUp'
    | 'onBlur'
  > {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly help?: string | undefined;
  /** Replaces the help and marks the field as wrong. */
  readonly error?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Shown at the end of the field, inside its frame. */
  readonly end?: ReactNode;
}

export function TextField(props: FieldProps) {
  const { label, value, onChange, help, error, inputRef, end, ...input } = props;
  const id = useId();
  const note = useId();
  return (
    <div className="field" data-invalid={error ? '' : undefined}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="control">
        <input
          {...input}
          ref={inputRef}
          id={id}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? note : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
      {error ? (
        <p className="error" id={note} role="alert">
          <Icon name="alert" size="xs" />
          {error}
        </p>
      ) : (
        help && (
          <p className="help" id={note}>
            {help}
          </p>
        )
      )}
    </div>
  );
}
