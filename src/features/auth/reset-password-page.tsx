import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { checkEmail } from '#core/domain/validation.ts';
import { historyState } from '#platform/history-state.ts';
import { online } from '#platform/network.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toasts.ts';
import { emailFromState } from './email-from-state.ts';
import { sendResetCode } from './password-reset.ts';
import { rememberSent } from './resend.ts';

const FAILED = 'Failed to send the OTP. Please try again.';

/** AUTH-15: the address to which the code goes. */
export function ResetPasswordPage() {
  useSignals();
  const [, navigate] = useLocation();
  // Who comes from signing in has typed it there.
  const [email, setEmail] = useState(() => emailFromState(historyState())?.email ?? '');
  const [error, setError] = useState<string>();
  const [alert, setAlert] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const address = email.trim().toLowerCase();
    const problem = checkEmail(address);
    setError(problem);
    if (problem) return input.current?.focus();
    if (busy || !online.peek()) return;
    setBusy(true);
    const step = await sendResetCode(address, FAILED);
    setBusy(false);
    // A code that was just sent is as good as a new one.
    if (step.kind !== 'done' && step.kind !== 'wait') return setAlert(step.message);
    rememberSent(address, step.kind === 'wait' ? step.seconds : undefined);
    if (step.kind === 'done') toast.success('OTP sent to your email');
    navigate('/reset-password/confirm', { state: { email: address } });
  };

  return (
    <form className="stack stack--wide" onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <h1>Reset your password</h1>
        <p className="muted">We’ll email you a code to set a new password.</p>
      </div>
      {alert && (
        <p className="banner banner--error" role="alert">
          <Icon name="alert" />
          <span className="grow">
            {FAILED}
            {alert !== FAILED && (
              <>
                <br />
                <small className="muted">{alert}</small>
              </>
            )}
          </span>
        </p>
      )}
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={email}
        inputRef={input}
        error={error}
        onChange={(value) => {
          setEmail(value);
          setError(undefined);
          setAlert(undefined);
        }}
      />
      <div className="stack">
        <Button
          variant="primary"
          type="submit"
          wide
          busy={busy}
          disabledReason={online.value ? undefined : 'Sending a code needs a connection.'}
        >
          {busy ? 'Sending' : 'Send Code'}
        </Button>
      </div>
    </form>
  );
}
