import {
  type ClipboardEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react';
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

/** Whether the browser will cut what is pasted to what the field takes. */
function willCut({ currentTarget, clipboardData }: ClipboardEvent<HTMLInputElement>): boolean {
  const { value, maxLength, selectionStart, selectionEnd } = currentTarget;
  const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0);
  const pasted = clipboardData.getData('text').length;
  return maxLength >= 0 && value.length - replaced + pasted > maxLength;
}

export function TextField(props: FieldProps) {
  const { label, value, onChange, help, error, inputRef, end, ...input } = props;
  const id = useId();
  const note = useId();
  /** The paste that is about to change the text, and whether the last change was one that was cut. */
  const cutting = useRef(false);
  const [cut, setCut] = useState(false);
  const hint = cut
    ? `Only the first ${props.maxLength} characters fit. The rest is left out.`
    : help;
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
          aria-describedby={error || hint ? note : undefined}
          onPaste={(event) => {
            cutting.current = willCut(event);
            // A full field does not change; it is told all the same.
            if (cutting.current) setCut(true);
          }}
          onChange={(event) => {
            setCut(cutting.current);
            cutting.current = false;
            onChange(event.target.value);
          }}
        />
        {end}
      </div>
      {error ? (
        <p className="error" id={note} role="alert">
          <Icon name="alert" size="xs" />
          {error}
        </p>
      ) : (
        hint && (
          <p className="help" id={note} role={cut ? 'alert' : undefined}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
