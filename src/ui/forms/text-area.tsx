import { useId } from 'react';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import css from './text-area.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly maxLength: number;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly rows?: number;
}

/** A field of several lines. When it is nearly full, it shows how many characters are left. */
export function TextArea({ label, value, onChange, maxLength, help, error, rows = 6 }: Props) {
  const id = useId();
  const note = useId();
  const left = maxLength - value.length;
  const hint = left <= maxLength / 10 ? `${left} characters left.` : help;
  return (
    <div className="field" data-invalid={error ? '' : undefined}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className={`control ${css.control}`}>
        <textarea
          id={id}
          className={css.text}
          rows={rows}
          value={value}
          maxLength={maxLength}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? note : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {error ? (
        <p className="error" id={note} role="alert">
          <PageIcon name="alert" size="xs" />
          {error}
        </p>
      ) : (
        hint && (
          <p className="help" id={note}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
