import { useState } from 'react';
import { checkAntiPhishingCode } from '#core/people/anti-phishing.ts';
import { TextField } from '#ui/forms/field.tsx';
import { FormDialog } from '#ui/forms/form-dialog.tsx';
import { saveAntiPhishingCode } from './security-calls.ts';

interface Props {
  readonly current: string | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** SEC-03: the words that only our mails know. */
export function AntiPhishingDialog({ current, onClose, onDone }: Props) {
  const [code, setCode] = useState(current ?? '');
  const [error, setError] = useState<string>();
  return (
    <FormDialog
      title="Anti-phishing code"
      action="Save code"
      busyAction="Saving"
      offline="Saving needs a connection."
      check={() => {
        const wrong = checkAntiPhishingCode(code.trim());
        setError(wrong);
        return wrong === undefined;
      }}
      run={async () => {
        const step = await saveAntiPhishingCode(code.trim());
        if (step.ok) onDone();
        else setError(step.text);
      }}
      onClose={onClose}
    >
      <p>
        Every email from us will quote this code. An email without it is not from us: do not open
        its links.
      </p>
      <TextField
        label="Your code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={24}
        help="4 to 24 letters, digits, spaces or hyphens. Do not use a password."
        value={code}
        error={error}
        onChange={(value) => {
          setCode(value);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
