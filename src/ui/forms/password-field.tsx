import { useState } from 'react';
import { Icon } from '#ui/marks/icon.tsx';
import { type FieldProps, TextField } from './field.tsx';

type Props = Omit<FieldProps, 'type' | 'end' | 'onKeyUp'>;

/** A password field with a button to show the text, and a hint when Caps Lock is on. */
export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      help={capsLock ? 'Caps Lock is on.' : props.help}
      onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
      end={
        <button
          className="iconbtn"
          type="button"
          aria-label="Show password"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeoff' : 'eye'} size="s" />
        </button>
      }
    />
  );
}
