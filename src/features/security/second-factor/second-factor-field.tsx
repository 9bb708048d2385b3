import { useState } from 'react';
import { cleanCode } from '#core/people/code-text.ts';
import { OTP_OR_RECOVERY } from '#core/words/codes.ts';
import { PasskeyButton } from '#features/security/passkeys/passkey-button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Icon } from '#ui/marks/icon.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (code: string) => void;
}

/** The second factor as a field of a form: a code, or a passkey used instead. */
export function SecondFactorField({ label, value, error, onChange }: Props) {
  const [shown, setShown] = useState('');
  if (shown !== '' && shown === value && error === undefined) {
    return (
      <p className="banner" role="status">
        <span className="pos">
          <Icon name="check" />
        </span>
        <span>Your passkey was checked. Go on within two minutes.</span>
      </p>
    );
  }
  return (
    <>
      <TextField
        label={label}
        name="otp"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        help={OTP_OR_RECOVERY}
        value={value === shown ? '' : value}
        error={error}
        onChange={(typed) => onChange(cleanCode(typed))}
      />
      <PasskeyButton
        onCode={(code) => {
          setShown(code);
          onChange(code);
          return undefined;
        }}
      />
    </>
  );
}
