import { type FormEvent, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { otpTypes } from '#core/contract/registration.ts';
import { cleanCode } from '#core/domain/code-text.ts';
import { checkConfirmation, checkResetCode, checkResetPassword } from '#core/domain/validation.ts';
import { onlineNow } from '#platform/network.ts';
import { session } from '#transport/session.ts';
import { logOut } from '#transport/sign-out.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useOnline } from '#ui/signals.ts';
import { toast } from '#ui/toasts.ts';
import { useFields } from '#ui/use-fields.ts';
import { useFlow } from '#ui/use-flow.ts';
import { CodeSent } from './code-sent.tsx';
import { emailFromState } from './email-from-state.ts';
import { resetDone, resetPassword } from './password-reset.ts';
import { ResendButton } from './resend-button.tsx';
import { useLeaving } from './use-leaving.ts';

const blank = { code: '', password: '', confirmation: '' };

function ConfirmForm({ email }: { readonly email: string }) {
  const isOnline = useOnline();
  const [, navigate] = useLocation();
  const { values, errors, show, bind } = useFields(blank);
  const [phase, setPhase] = useState<'form' | 'sending' | 'asking'>('form');
  const [again, setAgain] = useState(false);
  const leaving = useLeaving();
  useFlow('password-reset', values.password !== '');

  const code = bind('code');

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wrong = show({
      code: checkResetCode(values.code),
      password: checkResetPassword(values.password),
      confirmation: checkConfirmation(values.password, values.confirmation),
    });
    if (wrong || phase !== 'form' || !onlineNow()) return;
    setPhase('sending');
    const step = await resetPassword(email, values.code, values.password, {
      signal: leaving(),
      onLost: () => setPhase('asking'),
    });
    setPhase('form');
    if (step.kind === 'wrong-code') return void show({ code: step.message });
    if (step.kind === 'failed' && step.refused === 'INVALID_INPUT') {
      return void show({ password: step.message });
    }
    if (step.kind !== 'done') {
      toast.error(step.message, { echo: true });
      return void show({ form: step.message });
    }
    // All sessions of the account ended, this device's too.
    if (session.user?.email === email) await logOut();
    navigate('/reset-password/success', { replace: true, state: resetDone(email) });
  };

  return (
    <form className="stack stack--wide" onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <h1>Choose a new password</h1>
        <p className="muted">
          <CodeSent email={email} purpose={otpTypes.resetPassword} again={again} /> Changing the
          password signs you out everywhere and holds withdrawals for 24 hours. Any not yet being
          sent are cancelled.
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
          busy={phase !== 'form'}
          failure={errors.form}
          disabledReason={
            isOnline || phase === 'asking' ? undefined : 'Changing the password needs a connection.'
          }
        >
          {phase === 'asking'
            ? 'Checking what became of it'
            : phase === 'sending'
              ? 'Changing'
              : 'Change Password'}
        </Button>
        <ResendButton
          email={email}
          purpose={otpTypes.resetPassword}
          fallback="Failed to resend code."
          onSent={() => {
            setAgain(true);
            toast.success('Verification code resent successfully.');
          }}
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
