import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { cleanCode } from '#core/domain/code-text.ts';
import { checkConfirmation, checkResetCode, checkResetPassword } from '#core/domain/validation.ts';
import { online } from '#platform/network.ts';
import { session } from '#transport/session.ts';
import { logOut } from '#transport/sign-out.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { toast } from '#ui/toasts.ts';
import { useFields } from '#ui/use-fields.ts';
import { useFlow } from '#ui/use-flow.ts';
import { emailFromState } from './email-from-state.ts';
import { resetPassword, sendResetCode } from './password-reset.ts';
import { ResendButton } from './resend-button.tsx';

const blank = { code: '', password: '', confirmation: '' };

function ConfirmForm({ email }: { readonly email: string }) {
  useSignals();
  const [, navigate] = useLocation();
  const { values, show, bind } = useFields(blank);
  const [busy, setBusy] = useState(false);
  useFlow('password-reset', values.password !== '');

  const code = bind('code');

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wrong = show({
      code: checkResetCode(values.code),
      password: checkResetPassword(values.password),
      confirmation: checkConfirmation(values.password, values.confirmation),
    });
    if (wrong || busy || !online.peek()) return;
    setBusy(true);
    const step = await resetPassword(email, values.code, values.password);
    setBusy(false);
    if (step.kind === 'wrong-code') return void show({ code: step.message });
    if (step.kind !== 'done') return void toast.error(step.message);
    // All sessions of the account ended, this device's too.
    if (session.user?.email === email) await logOut();
    navigate('/reset-password/success', { replace: true });
  };

  return (
    <form className="stack stack--wide" onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <h1>Choose a new password</h1>
        <p className="muted">
          If <b>{email}</b> belongs to an account, a code is on its way. Changing the password signs
          you out everywhere and holds withdrawals for 24 hours. Any not yet being sent are
          cancelled.
        </p>
      </div>
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        {...code}
        onChange={(typed) => code.onChange(cleanCode(typed))}
      />
      <PasswordField label="New password" autoComplete="new-password" {...bind('password')} />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...bind('confirmation')}
      />
      <div className="stack">
        <Button
          variant="primary"
          type="submit"
          wide
          busy={busy}
          disabledReason={online.value ? undefined : 'Changing the password needs a connection.'}
        >
          {busy ? 'Changing' : 'Change Password'}
        </Button>
        <ResendButton
          email={email}
          send={() => sendResetCode(email, 'Failed to resend code.')}
          onSent={() => toast.success('Verification code resent successfully.')}
          onFailed={(message) => toast.error(message)}
        />
      </div>
    </form>
  );
}

/** AUTH-16. Without an address the flow begins anew. */
export function ResetConfirmPage() {
  const state = emailFromState(useHistoryState());
  return state ? <ConfirmForm email={state.email} /> : <Redirect to="/reset-password" replace />;
}
