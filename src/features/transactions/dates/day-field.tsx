import { useState } from 'react';
import { dayText, typedDay } from '#core/time/typed-day.ts';

interface Props {
  readonly label: string;
  /** YYYY-MM-DD. */
  readonly value: string | undefined;
  /** Called with a day, or with undefined once the field is empty. */
  readonly onChange: (day: string | undefined) => void;
  readonly onEnter: () => void;
}

/** A day that may be typed in any usual way, and is written as everywhere else once it is one. */
export function DayField({ label, value, onChange, onEnter }: Props) {
  /** What is being typed; undefined while the field only shows its day. */
  const [text, setText] = useState<string>();
  const isWrong = text !== undefined && text.trim() !== '' && typedDay(text) === undefined;
  return (
    <label>
      {label}
      <span className="control">
        <input
          type="text"
          autoComplete="off"
          placeholder="Any day"
          value={text ?? (value === undefined ? '' : dayText(value))}
          aria-invalid={isWrong || undefined}
          onChange={({ target }) => {
            setText(target.value);
            const day = typedDay(target.value);
            if (day !== undefined || target.value.trim() === '') onChange(day);
          }}
          onBlur={() => setText(isWrong ? text : undefined)}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && !isWrong) onEnter();
          }}
        />
      </span>
      {isWrong && <small>Write a day such as 1 Oct 2026</small>}
    </label>
  );
}
