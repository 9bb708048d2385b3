import { type FormEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { otpTypes } from '#core/contract/registration.ts';
import { plainEmail } from '#core/domain/email-address.ts';
import { checkEmail } from '#core/domain/validation.ts';
import { historyState } from '#platform/history-state.ts';
import { onlineNow } from '#platform/network.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { useOnline } from '#ui/signals.ts';
import { toast } from '#ui/toasts.ts';
import { emailFromState } from './email-from-state.ts';
import { FrozenNotice } from './frozen-notice.tsx';
import { emailFromHash, frozenFromState } from './frozen-state.ts';
import { firstCode } from './mailed-code.ts';
import { keepEmail, registrationDraft } from './registration-draft.ts';

const FAILED = 'Failed to send the OTP. Please try again.';

/** AUTH-15: the address to which the code goes. */
export function ResetPasswordPage() {
  const isOnline = useOnline();
  const [, navigate] = useLocation();
  // Who comes from signing in has typed it there; who has just frozen the account has it from there.
  const [email, setEmail] = useState(
    () =>
      emailFromState(historyState())?.email ||
      emailFromHash(location.hash) ||
      registrationDraft().email,
  );
  const frozen = frozenFromState(historyState());
  const [error, setError] = useState<string>();
  const [alert, setAlert] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const address = plainEmail(email);
    const problem = checkEmail(address);
    setError(problem);
    if (problem) return input.current?.focus();
    if (busy || !onlineNow()) return;
    setBusy(true);
    const step = await firstCode(address, otpTypes.resetPassword, FAILED);
    setBusy(false);
    if (step.kind !== 'done' && step.kind !== 'counts') return setAlert(step.message);
    if (step.kind === 'done') toast.success('OTP sent to your email');
    navigate('/reset-password/confirm', { state: { email: address } });
  };

  return (
    <form className="stack stack--wide" onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <h1>{frozen ? 'Choose a new password' : 'Reset your password'}</h1>
        <p className="muted">We’ll email you a code to set a new password.</p>
      </div>
      {frozen && <FrozenNotice frozen={frozen} />}
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
          keepEmail(value);
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
          disabledReason={isOnline ? undefined : 'Sending a code needs a connection.'}
        >
          {busy ? 'Sending' : 'Send Code'}
        </Button>
      </div>
    </form>
  );
}
