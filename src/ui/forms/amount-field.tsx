import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { caretAfter } from '#core/money/amount-input.ts';

interface Props {
  readonly id: string;
  readonly value: string;
  /** How the value is shown while nobody types in the field: in groups of three digits. */
  readonly rested?: string | undefined;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  /** Takes the text that was typed and returns what the field holds from now on. */
  readonly onText: (text: string) => string;
}

/** An amount field. Its owner decides which text is kept; the caret stays in place (BEY-08). */
export function AmountInput(props: Props) {
  const { id, value, rested = value, disabled, invalid, describedBy, onText } = props;
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | undefined>(undefined);
  // A refused text changes no state, so React must be told to put the old text back.
  const [, redraw] = useState(0);
  const [typing, setTyping] = useState(false);
  const shown = typing ? value : rested;

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
      value={shown}
      readOnly={disabled}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      style={{ '--chars': shown.length + 1 } as CSSProperties}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
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
