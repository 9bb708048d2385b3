import { useRef, useState } from 'react';
import { cleanCode, codeProblem } from '#core/people/code-text.ts';
import { CODE_NEEDED } from '#core/words/codes.ts';
import { NEEDS_CONNECTION } from '#core/words/connection.ts';
import { PasskeyButton } from '#features/security/passkeys/passkey-button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { SubmitForm } from '#ui/forms/submit-form.tsx';

interface Props {
  readonly label: string;
  readonly help?: string;
  readonly action: string;
  readonly busyAction: string;
  readonly danger?: boolean;
  /** The code is the second factor, so a passkey can be used instead. */
  readonly passkey?: boolean;
  /** Tries the code; resolves with an error text, or with undefined. */
  readonly onCode: (code: string) => Promise<string | undefined>;
}

/** Asks for an authenticator's code; a wrong code stays in the field. */
export function CodeForm({ label, help, passkey = false, onCode, ...form }: Props) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  return (
    <SubmitForm
      {...form}
      below={passkey && <PasskeyButton onCode={onCode} />}
      offline={NEEDS_CONNECTION}
      check={() => {
        const wrong = code === '' ? CODE_NEEDED : codeProblem(code, help ? 'factor' : 6);
        setError(wrong);
        return wrong === undefined;
      }}
      run={async () => {
        const refused = await onCode(code);
        setError(refused);
        if (refused) input.current?.select();
      }}
    >
      <TextField
        label={label}
        name="otp"
        autoComplete="one-time-code"
        // Recovery codes have letters.
        inputMode={help ? 'text' : 'numeric'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        help={help}
        helpStays
        value={code}
        error={error}
        inputRef={input}
        onChange={(value) => {
          setCode(cleanCode(value));
          setError(undefined);
        }}
      />
    </SubmitForm>
  );
}
