import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { caretAfter } from '#core/domain/amount-input.ts';

interface Props {
  readonly id: string;
  readonly value: string;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  /** Takes the field's text and answers what the field holds from now on. */
  readonly onText: (text: string) => string;
}

/** An amount. Its machine decides what is kept; the caret stays where it was (BEY-08). */
export function AmountInput({ id, value, disabled, invalid, describedBy, onText }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | undefined>(undefined);
  // A text that was not taken changes nothing, so React must be told to put the old one back.
  const [, redraw] = useState(0);

  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  return (
    <input
      ref={input}
      id={id}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      value={value}
      readOnly={disabled}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      style={{ '--chars': value.length + 1 } as CSSProperties}
      onChange={({ target }) => {
        const at = target.selectionStart ?? target.value.length;
        const held = onText(target.value);
        caret.current =
          held === value
            ? Math.max(0, at - (target.value.length - value.length))
            : caretAfter(target.value, at, held);
        redraw((count) => count + 1);
      }}
    />
  );
}
