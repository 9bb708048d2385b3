import { useEffect, useState } from 'react';
import { askAgainText } from '#core/domain/wait-text.ts';
import { Button } from '#ui/button.tsx';
import { useOnline } from '#ui/signals.ts';
import { toast } from '#ui/toasts.ts';
import { askForCode, type Purpose, secondsToWait } from './mailed-code.ts';
import { useWait } from './use-wait.ts';

interface Props {
  readonly email: string;
  readonly purpose: Purpose;
  readonly fallback: string;
  readonly onSent: () => void;
}

/** 'Resend Code', with the wait of the server counted down beside it. */
export function ResendButton({ email, purpose, fallback, onSent }: Props) {
  const isOnline = useOnline();
  const [wait, startWait] = useWait(email);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => startWait(secondsToWait(email, purpose)), [email, purpose, startWait]);
  const resend = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const step = await askForCode(email, purpose, fallback);
    setBusy(false);
    startWait(secondsToWait(email, purpose));
    if (step.kind === 'done') return onSent();
    toast.error(step.message, { echo: true });
    setFailure(step.message);
  };
  const reason = !isOnline
    ? 'Sending a code needs a connection.'
    : wait > 0
      ? askAgainText(wait, Date.now())
      : undefined;
  return (
    <Button
      busy={busy}
      wide
      disabledReason={reason}
      failure={failure}
      onClick={() => void resend()}
    >
      Resend Code
    </Button>
  );
}
