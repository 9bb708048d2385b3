import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { cleanCode } from '#core/domain/code-text.ts';
import { online } from '#platform/network.ts';
import { locate, nowhere } from '#transport/place.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { toast } from '#ui/toasts.ts';
import { useFlow } from '#ui/use-flow.ts';
import { type EmailState, emailFromState } from './email-from-state.ts';
import {
  forgetRegistration,
  pendingRegistration,
  register,
  sendRegistrationCode,
} from './registration.ts';
import { ResendButton } from './resend-button.tsx';

function VerifyForm({ email, creating }: EmailState) {
  useSignals();
  const [, navigate] = useLocation();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const form = pendingRegistration(email);
  // The chosen password is in memory only.
  useFlow('sign-up', form !== undefined);

  // There is one thing to do here. In its turn: arriving, the page itself is given the focus.
  useEffect(() => queueMicrotask(() => input.current?.focus()), []);

  const wrong = (message: string): void => {
    setError(message);
    input.current?.focus();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !form || !online.peek()) return;
    if (code === '') return wrong('Please enter the verification code');
    setBusy(true);
    const step = await register(form, code, (await locate()) ?? nowhere);
    setBusy(false);
    if (step.kind === 'wrong-code') return wrong(step.message);
    if (step.kind !== 'done') return void toast.error(step.message);
    forgetRegistration();
    toast.success('Account created successfully!');
    toast.success('Verification successful!');
    navigate('/', { replace: true, state: { activeTab: 'signin', email } });
  };

  const title = <h1>{creating ? 'Verify Your Email' : 'We Emailed You'}</h1>;
  if (!form) {
    return (
      <div className="stack stack--wide">
        <div>
          {title}
          <p className="muted">
            This page was reloaded, and your password is not stored anywhere. Go back and choose it
            again; then you can enter the code we emailed to <b>{email}</b>.
          </p>
        </div>
        <Link
          className="btn btn--primary btn--wide"
          href="/"
          state={{ activeTab: 'signup' }}
          replace
        >
          Back to Create Account
        </Link>
      </div>
    );
  }
  return (
    <form className="stack stack--wide" onSubmit={(event) => void submit(event)} noValidate>
      <div>
        {title}
        <p className="muted">
          Enter the code we sent to <b>{email}</b>. It is valid for 10 minutes.
        </p>
      </div>
      <TextField
        label="Verification code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        value={code}
        inputRef={input}
        error={error}
        onChange={(typed) => {
          setCode(cleanCode(typed));
          setError(undefined);
        }}
      />
      <div className="stack">
        <Button
          variant="primary"
          type="submit"
          wide
          busy={busy}
          disabledReason={online.value ? undefined : 'Verifying needs a connection.'}
        >
          {busy ? 'Verifying' : 'Verify'}
        </Button>
        <ResendButton
          email={email}
          send={() => sendRegistrationCode(email)}
          onSent={() => toast.success('OTP sent to your email')}
          onFailed={(message) => toast.error(message)}
        />
      </div>
    </form>
  );
}

/** AUTH-13. Without an address there is nothing to verify. */
export function VerifyEmailPage() {
  const state = emailFromState(useHistoryState());
  return state ? <VerifyForm {...state} /> : <Redirect to="/" replace />;
}
