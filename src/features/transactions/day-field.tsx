import { useState } from 'react';
import { dayOf } from '#core/time/day-span.ts';

interface Props {
  readonly label: string;
  readonly value: string | undefined;
  readonly min: string;
  readonly max: string;
  readonly onChange: (text: string) => void;
}

/**
 * A date field. While the year is being typed, the browser reports years such as 0002: they are kept as
 * typed.
 */
export function DayField({ label, value, min, max, onChange }: Props) {
  const [text, setText] = useState(value ?? '');
  return (
    <label>
      {label}
      <span className="control">
        <input
          type="date"
          min={min}
          max={max}
          value={dayOf(text) === value ? text : (value ?? '')}
          onChange={({ target }) => {
            setText(target.value);
            onChange(target.value);
          }}
        />
      </span>
    </label>
  );
}
