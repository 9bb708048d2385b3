import { useState } from 'react';
import type { DeskAct } from '#core/contract/staff/desk-act.ts';
import { cleanCode, codeProblem } from '#core/people/code-text.ts';
import { CODE_NEEDED } from '#core/words/codes.ts';
import { NEEDS_CONNECTION_KEPT } from '#core/words/connection.ts';
import { passkeyInstead } from '#transport/session/passkey-proof.ts';
import { OfferedButton } from '#ui/actions/offered-button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { SubmitForm } from '#ui/forms/submit-form.tsx';
import type { NotDone } from './desk-state.ts';

interface Props {
  /** What is confirmed. */
  readonly act: DeskAct;
  /** The same in words. */
  readonly title: string;
  readonly about: string;
  readonly action: string;
  readonly busyAction: string;
  readonly danger?: boolean;
  /** Does it with the code, or with the token of a passkey; resolves with undefined when it is done. */
  readonly onProof: (otp: string) => Promise<NotDone | undefined>;
  readonly onClose: () => void;
}

/** READ-08: what an officer decides or takes along needs their second factor once more, for this alone. */
export function ProofDialog({ act, title, about, action, busyAction, danger, ...props }: Props) {
  const { onProof, onClose } = props;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  return (
    <Dialog title={title} onClose={onClose}>
      <SubmitForm
        action={action}
        busyAction={busyAction}
        danger={danger}
        offline={NEEDS_CONNECTION_KEPT}
        check={() => {
          const wrong = code === '' ? CODE_NEEDED : codeProblem(code, 'factor');
          setError(wrong);
          return wrong === undefined;
        }}
        run={async (fail) => {
          const not = await onProof(code);
          if (not?.atCode) setError(not.text);
          else if (not) fail(not.text);
        }}
        below={
          <OfferedButton
            prepare={() =>
              passkeyInstead('desk', async (token) => (await onProof(token))?.text, { act })
            }
          >
            Use a passkey instead
          </OfferedButton>
        }
      >
        <p className="muted">{about}</p>
        <TextField
          label="Code from your authenticator app"
          name="otp"
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          maxLength={32}
          help="It confirms this alone. A new code appears every 30 seconds."
          value={code}
          error={error}
          onChange={(typed) => {
            setCode(cleanCode(typed));
            setError(undefined);
          }}
        />
      </SubmitForm>
    </Dialog>
  );
}
