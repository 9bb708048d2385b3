import { type FormEvent, useRef, useState } from 'react';
import { cleanCode } from '#core/domain/code-text.ts';
import { onlineNow } from '#platform/network.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { useOnline } from '#ui/signals.ts';

interface Props {
  readonly label: string;
  readonly help?: string;
  readonly submitLabel: string;
  readonly busyLabel: string;
  readonly danger?: boolean;
  /** Tries the code; gives back the text of what is wrong with it. */
  readonly onCode: (code: string) => Promise<string | undefined>;
}

/** Asks for a code of the authenticator and stays as typed when it is wrong. */
export function CodeForm(props: Props) {
  const isOnline = useOnline();
  const { label, help, submitLabel, busyLabel, danger, onCode } = props;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !onlineNow()) return;
    if (code === '') {
      setError('Please enter verification code');
      return input.current?.focus();
    }
    setBusy(true);
    const refused = await onCode(code);
    setBusy(false);
    setError(refused);
    if (refused) input.current?.select();
  };

  return (
    <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
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
      <Button
        variant={danger ? 'danger' : 'primary'}
        type="submit"
        wide
        busy={busy}
        disabledReason={isOnline ? undefined : 'This needs a connection.'}
      >
        {busy ? busyLabel : submitLabel}
      </Button>
    </form>
  );
}
