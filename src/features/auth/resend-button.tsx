import { useEffect } from 'react';
import { askAgainText } from '#core/time/wait-text.ts';
import { CODE_OFFLINE } from '#core/words/codes.ts';
import { Button } from '#ui/actions/button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { useSubmit } from '#ui/forms/use-submit.ts';
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
  const [wait, startWait] = useWait(email);
  useEffect(() => startWait(secondsToWait(email, purpose)), [email, purpose, startWait]);
  const { button, submit } = useSubmit({
    offline: CODE_OFFLINE,
    blocked: wait > 0 ? askAgainText(wait, Date.now()) : undefined,
    run: async (fail) => {
      const step = await askForCode(email, purpose, fallback);
      startWait(secondsToWait(email, purpose));
      if (step.kind === 'done') return onSent();
      toast.error(step.message, { echo: true });
      fail(step.message);
    },
  });
  return (
    <Button wide {...button} type="button" onClick={submit}>
      Resend Code
    </Button>
  );
}
