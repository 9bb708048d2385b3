import {
  type ClipboardEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react';
import { oneAlert } from '#ui/feedback/one-alert.ts';
import { Icon } from '#ui/marks/icon.tsx';

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
  /** Marks the field as wrong and replaces the help text, unless that stays. */
  readonly error?: string | undefined;
  readonly helpStays?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Shown at the end of the field, inside its frame. */
  readonly end?: ReactNode;
}

/** Whether the pasted text is longer than the field takes, so that the browser will cut it. */
function willCut({ currentTarget, clipboardData }: ClipboardEvent<HTMLInputElement>): boolean {
  const { value, maxLength, selectionStart, selectionEnd } = currentTarget;
  const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0);
  const pasted = clipboardData.getData('text').length;
  return maxLength >= 0 && value.length - replaced + pasted > maxLength;
}

export function TextField(props: FieldProps) {
  const { label, value, onChange, help, error, helpStays, inputRef, end, ...input } = props;
  const id = useId();
  const note = useId();
  const wrong = useId();
  /** Whether the text that is being pasted will be cut, and whether the last change was cut. */
  const cutting = useRef(false);
  const [cut, setCut] = useState(false);
  const hint = cut
    ? `Only the first ${props.maxLength} characters fit. The rest is left out.`
    : help;
  const helps = hint !== undefined && hint !== '' && (!error || helpStays);
  const describedBy = [error && wrong, helps && note].filter(Boolean).join(' ');
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
          aria-describedby={describedBy || undefined}
          onPaste={(event) => {
            cutting.current = willCut(event);
            // A paste into a full field causes no change event, so it is said here.
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
      {error && (
        <p key={error} className="error" id={wrong} ref={oneAlert}>
          <Icon name="alert" size="xs" />
          {error}
        </p>
      )}
      {helps && (
        <p className="help" id={note} role={cut ? 'alert' : undefined}>
          {hint}
        </p>
      )}
    </div>
  );
}
