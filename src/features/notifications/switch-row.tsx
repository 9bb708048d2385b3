import { useId } from 'react';
import css from './notifications.module.css';

interface Props {
  readonly label: string;
  readonly note?: string | undefined;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange: (on: boolean) => void;
  /** The row is the head of the rows below it. */
  readonly head?: boolean;
}

/** A row with a switch. */
export function SwitchRow({ label, note, checked, disabled, onChange, head }: Props) {
  const id = useId();
  const about = useId();
  return (
    <div className={`${css.row} ${head ? css.head : ''}`}>
      <label htmlFor={id} className={css.label}>
        {label}
        {note && (
          <small className="small muted" id={about}>
            {note}
          </small>
        )}
      </label>
      <span className="switch">
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-label={label}
          aria-describedby={note ? about : undefined}
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
      </span>
    </div>
  );
}
