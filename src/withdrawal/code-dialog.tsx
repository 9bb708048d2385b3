import { type FormEvent, useId, useState } from 'react';
import { passkeyInstead } from '#transport/session/passkey-proof.ts';
import { Button } from '#ui/actions/button.tsx';
import { OfferedButton } from '#ui/actions/offered-button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import type { Sending, SendingState } from './sending.ts';

const DIGITS = 6;

interface Props {
  readonly machine: Pick<Sending, 'submitCode' | 'typeCode' | 'cancelCode'>;
  /** What is sent and to whom. */
  readonly sends: string;
  readonly state: Pick<SendingState<unknown>, 'codeError' | 'codeBusy'>;
}

/** WD-07: the code of the authenticator, before anything is sent. */
export function CodeDialog({ machine, sends, state }: Props) {
  const [code, setCode] = useState('');
  const about = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void machine.submitCode(code);
  };
  return (
    <Dialog
      title="Two-factor authentication"
      onClose={machine.cancelCode}
      plain
      describedBy={about}
    >
      <p className="num" id={about}>
        You send <b>{sends}</b>.
      </p>
      <form className="stack" onSubmit={submit} noValidate>
        <TextField
          label="Code from your authenticator app"
          value={code}
          onChange={(text) => {
            setCode(text.replace(/\D/g, '').slice(0, DIGITS));
            machine.typeCode();
          }}
          inputMode="numeric"
          autoComplete="one-time-code"
          help="Six digits. A new code appears every 30 seconds."
          error={state.codeError}
        />
        <Button variant="primary" type="submit" wide busy={state.codeBusy}>
          Verify and send
        </Button>
        <OfferedButton
          prepare={() =>
            passkeyInstead('withdrawal', (shown) => {
              void machine.submitCode(shown);
              return undefined;
            })
          }
        >
          Use a passkey instead
        </OfferedButton>
        <Button wide onClick={machine.cancelCode}>
          Cancel
        </Button>
      </form>
    </Dialog>
  );
}
