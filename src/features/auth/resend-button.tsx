import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useState } from 'react';
import { online } from '#platform/network.ts';
import { Button } from '#ui/button.tsx';
import type { Step } from './registration.ts';
import { rememberSent, secondsToWait } from './resend.ts';
import { useWait } from './use-wait.ts';

interface Props {
  readonly email: string;
  readonly send: () => Promise<Step>;
  readonly onSent: () => void;
  readonly onFailed: (message: string) => void;
}

/** 'Resend Code', with the wait of the server counted down beside it. */
export function ResendButton({ email, send, onSent, onFailed }: Props) {
  useSignals();
  const [wait, startWait] = useWait();
  const [busy, setBusy] = useState(false);
  useEffect(() => startWait(secondsToWait(email)), [email, startWait]);
  const resend = async (): Promise<void> => {
    setBusy(true);
    const step = await send();
    setBusy(false);
    if (step.kind === 'done') rememberSent(email);
    if (step.kind === 'wait') rememberSent(email, step.seconds);
    startWait(secondsToWait(email));
    if (step.kind === 'done') onSent();
    else onFailed(step.message);
  };
  const reason = !online.value
    ? 'Sending a code needs a connection.'
    : wait > 0
      ? `You can ask for another code in ${wait} s.`
      : undefined;
  return (
    <Button busy={busy} wide disabledReason={reason} onClick={() => void resend()}>
      Resend Code
    </Button>
  );
}
