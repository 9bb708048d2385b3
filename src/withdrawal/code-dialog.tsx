import { type FormEvent, useState } from 'react';
import { passkeyInstead } from '#transport/passkey-proof.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { OfferedButton } from '#ui/offered-button.tsx';

const DIGITS = 6;

interface Props {
  readonly error: string | undefined;
  readonly busy: boolean;
  readonly onSubmit: (code: string) => void;
  readonly onCancel: () => void;
}

/** WD-07: the code of the authenticator, before anything is sent. */
export function CodeDialog({ error, busy, onSubmit, onCancel }: Props) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit(code);
  };
  return (
    <Dialog title="Two-factor authentication" onClose={onCancel} plain>
      <form className="stack" onSubmit={submit} noValidate>
        <TextField
          label="Code from your authenticator app"
          value={code}
          onChange={(text) => setCode(text.replace(/\D/g, '').slice(0, DIGITS))}
          inputMode="numeric"
          autoComplete="one-time-code"
          help="Six digits. A new code appears every 30 seconds."
          error={error}
        />
        <Button variant="primary" type="submit" wide busy={busy}>
          Verify and send
        </Button>
        <OfferedButton
          prepare={() =>
            passkeyInstead('withdrawal', (code) => {
              onSubmit(code);
              return undefined;
            })
          }
        >
          Use a passkey instead
        </OfferedButton>
        <Button wide onClick={onCancel}>
          Cancel
        </Button>
      </form>
    </Dialog>
  );
}
