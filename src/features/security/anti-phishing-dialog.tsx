import { type FormEvent, useRef, useState } from 'react';
import { checkAntiPhishingCode } from '#core/domain/anti-phishing.ts';
import { onlineNow } from '#platform/network.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { useOnline } from '#ui/signals.ts';
import { saveAntiPhishingCode } from './security-calls.ts';

interface Props {
  readonly current: string | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** SEC-03: the words that only our mails know. */
export function AntiPhishingDialog({ current, onClose, onDone }: Props) {
  const isOnline = useOnline();
  const [code, setCode] = useState(current ?? '');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !onlineNow()) return;
    const wrong = checkAntiPhishingCode(code.trim());
    setError(wrong);
    if (wrong) return input.current?.focus();
    setBusy(true);
    const step = await saveAntiPhishingCode(code.trim());
    setBusy(false);
    if (step.ok) return onDone();
    setError(step.text);
    input.current?.focus();
  };

  return (
    <Dialog title="Anti-phishing code" onClose={onClose}>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
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
          inputRef={input}
          onChange={(value) => {
            setCode(value);
            setError(undefined);
          }}
        />
        <Button
          variant="primary"
          type="submit"
          wide
          busy={busy}
          disabledReason={isOnline ? undefined : 'Saving needs a connection.'}
        >
          {busy ? 'Saving' : 'Save code'}
        </Button>
      </form>
    </Dialog>
  );
}
