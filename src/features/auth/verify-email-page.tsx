import { useEffect, useRef, useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { otpTypes } from '#core/contract/registration.ts';
import { cleanCode } from '#core/domain/code-text.ts';
import { checkConfirmation, checkPassword } from '#core/domain/validation.ts';
import { locate, nowhere } from '#transport/place.ts';
import { AccountName } from '#ui/account-name.tsx';
import { TextField } from '#ui/field.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { toast } from '#ui/toasts.ts';
import { useFields } from '#ui/use-fields.ts';
import { useFlow } from '#ui/use-flow.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { CodeButtons } from './code-buttons.tsx';
import { CodeSent } from './code-sent.tsx';
import { type EmailState, emailFromState } from './email-from-state.ts';
import { register } from './registration.ts';
import {
  forgetRegistration,
  keepRegistration,
  type Registration,
  registrationFor,
} from './registration-draft.ts';
import { useLeaving } from './use-leaving.ts';

const blank = { code: '', password: '', confirmation: '' };

interface Props {
  readonly email: string;
  readonly title: string;
  readonly registration: Registration;
}

function VerifyForm({ email, title, registration }: Props) {
  const [, navigate] = useLocation();
  const { values, errors, show, bind } = useFields(blank);
  /** Passwords are not stored, so after a reload they, and only they, are typed again. */
  const [retype] = useState(registration.password === '');
  const [asking, setAsking] = useState(false);
  const [again, setAgain] = useState(false);
  const leaving = useLeaving();
  const input = useRef<HTMLInputElement>(null);
  useFlow('sign-up', true);

  // Focuses the code, after the navigation has focused the page itself.
  useEffect(() => queueMicrotask(() => input.current?.focus()), []);

  const { form, button } = useSubmit({
    offline: 'Verifying needs a connection.',
    check: () =>
      show({
        code: values.code === '' ? 'Please enter the verification code' : undefined,
        ...(retype && {
          password: checkPassword(values.password),
          confirmation: checkConfirmation(values.password, values.confirmation),
        }),
      }),
    run: async () => {
      const { password, confirmation } = retype ? values : registration;
      const whole = { ...registration, password, confirmation };
      keepRegistration(whole);
      const step = await register(whole, values.code, (await locate()) ?? nowhere, {
        signal: leaving(),
        onLost: () => setAsking(true),
      });
      setAsking(false);
      if (step.kind === 'wrong-code') return void show({ code: step.message });
      if (step.kind !== 'done') {
        toast.error(step.message, { echo: true });
        return void show({ form: step.message });
      }
      forgetRegistration();
      toast.successInTurn(['Account created successfully!', 'Verification successful!']);
      const told = 'Your account is ready. Sign in with your password.';
      navigate('/', { replace: true, state: { activeTab: 'signin', email, told } });
    },
  });

  const code = bind('code');
  return (
    <form className="stack stack--wide" {...form}>
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
        inputRef={input}
        onChange={(typed) => code.onChange(cleanCode(typed))}
      />
      {retype && (
        <>
          <AccountName email={email} />
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
      <CodeButtons
        button={button}
        asking={asking}
        failure={errors.form}
        action="Verify"
        busyAction="Verifying"
        email={email}
        purpose={otpTypes.proveEmail}
        notSent="Failed to send OTP"
        sent="OTP sent to your email"
        onSent={() => setAgain(true)}
      />
    </form>
  );
}

function Verify({ email, creating }: EmailState) {
  const [registration] = useState(() => registrationFor(email));
  const title = creating ? 'Verify Your Email' : 'We Emailed You';
  if (registration) return <VerifyForm email={email} title={title} registration={registration} />;
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
