import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { otpTypes } from '#core/contract/registration.ts';
import { cleanCode } from '#core/domain/code-text.ts';
import { checkConfirmation, checkPassword } from '#core/domain/validation.ts';
import { onlineNow } from '#platform/network.ts';
import { locate, nowhere } from '#transport/place.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useOnline } from '#ui/signals.ts';
import { toast } from '#ui/toasts.ts';
import { useFields } from '#ui/use-fields.ts';
import { useFlow } from '#ui/use-flow.ts';
import { CodeSent } from './code-sent.tsx';
import { type EmailState, emailFromState } from './email-from-state.ts';
import { register } from './registration.ts';
import {
  forgetRegistration,
  keepRegistration,
  type Registration,
  registrationFor,
} from './registration-draft.ts';
import { ResendButton } from './resend-button.tsx';
import { useLeaving } from './use-leaving.ts';

const blank = { code: '', password: '', confirmation: '' };

interface Props {
  readonly email: string;
  readonly title: string;
  readonly form: Registration;
}

function VerifyForm({ email, title, form }: Props) {
  const isOnline = useOnline();
  const [, navigate] = useLocation();
  const { values, errors, show, bind } = useFields(blank);
  /** Passwords are stored nowhere: after a reload they are typed again, and nothing else is. */
  const [retype] = useState(form.password === '');
  const [phase, setPhase] = useState<'form' | 'sending' | 'asking'>('form');
  const [again, setAgain] = useState(false);
  const leaving = useLeaving();
  const input = useRef<HTMLInputElement>(null);
  useFlow('sign-up', true);

  // There is one thing to do here. In its turn: arriving, the page itself is given the focus.
  useEffect(() => queueMicrotask(() => input.current?.focus()), []);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (phase !== 'form' || !onlineNow()) return;
    const wrong = show({
      code: values.code === '' ? 'Please enter the verification code' : undefined,
      ...(retype && {
        password: checkPassword(values.password),
        confirmation: checkConfirmation(values.password, values.confirmation),
      }),
    });
    if (wrong) return;
    const { password, confirmation } = retype ? values : form;
    const whole = { ...form, password, confirmation };
    keepRegistration(whole);
    setPhase('sending');
    const step = await register(whole, values.code, (await locate()) ?? nowhere, {
      signal: leaving(),
      onLost: () => setPhase('asking'),
    });
    setPhase('form');
    if (step.kind === 'wrong-code') return void show({ code: step.message });
    if (step.kind !== 'done') {
      toast.error(step.message, { echo: true });
      return void show({ form: step.message });
    }
    forgetRegistration();
    toast.successInTurn(['Account created successfully!', 'Verification successful!']);
    navigate('/', { replace: true, state: { activeTab: 'signin', email } });
  };

  const code = bind('code');
  return (
    <form className="stack stack--wide" onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <h1>{title}</h1>
        <p className="muted">
          <CodeSent email={email} purpose={otpTypes.proveEmail} again={again} /> If you already have
          an account, the email says so.
        </p>
      </div>
      <TextField
        label="Verification code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        {...code}
        inputRef={(element) => {
          input.current = element;
          code.inputRef(element);
        }}
        onChange={(typed) => code.onChange(cleanCode(typed))}
      />
      {retype && (
        <>
          <PasswordField
            label="Password"
            autoComplete="new-password"
            help="It is not stored anywhere, so please type it again."
            {...bind('password')}
          />
          <PasswordField
            label="Confirm password"
            autoComplete="new-password"
            {...bind('confirmation')}
          />
        </>
      )}
      <div className="stack">
        <Button
          variant="primary"
          type="submit"
          wide
          busy={phase !== 'form'}
          failure={errors.form}
          disabledReason={
            isOnline || phase === 'asking' ? undefined : 'Verifying needs a connection.'
          }
        >
          {phase === 'asking'
            ? 'Checking what became of it'
            : phase === 'sending'
              ? 'Verifying'
              : 'Verify'}
        </Button>
        <ResendButton
          email={email}
          purpose={otpTypes.proveEmail}
          fallback="Failed to send OTP"
          onSent={() => {
            setAgain(true);
            toast.success('OTP sent to your email');
          }}
        />
      </div>
    </form>
  );
}

function Verify({ email, creating }: EmailState) {
  const [form] = useState(() => registrationFor(email));
  const title = creating ? 'Verify Your Email' : 'We Emailed You';
  if (form) return <VerifyForm email={email} title={title} form={form} />;
  return (
    <div className="stack stack--wide">
      <div>
        <h1>{title}</h1>
        <p className="muted">
          Your name and date of birth are not here any more. Go back and type them again: a code we
          sent to <b>{email}</b> in the last 10 minutes still counts.
        </p>
      </div>
      <Link className="btn btn--primary btn--wide" href="/" state={{ activeTab: 'signup' }} replace>
        Back to Create Account
      </Link>
    </div>
  );
}

/** AUTH-13. Without an address there is nothing to verify. */
export function VerifyEmailPage() {
  const state = emailFromState(useHistoryState());
  return state ? <Verify {...state} /> : <Redirect to="/" replace />;
}
