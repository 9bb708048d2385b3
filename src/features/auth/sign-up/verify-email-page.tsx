import { useEffect, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { carriedEmail, creates, toSignIn } from '#core/carried/sign-in.ts';
import { otpTypes } from '#core/contract/account/registration.ts';
import { cleanCode, codeProblem, mailedDigits } from '#core/people/code-text.ts';
import { birthDateHelp, readBirthDate, wholeBirthDate } from '#core/people/validation.ts';
import { dayIn } from '#core/time/date-text.ts';
import { ACCOUNT_CREATED } from '#core/words/account.ts';
import { OTP_NOT_SENT, OTP_SENT } from '#core/words/codes.ts';
import { CodeButtons } from '#features/auth/code-buttons.tsx';
import { CodeSent } from '#features/auth/code-sent.tsx';
import { attemptSignIn } from '#features/auth/sign-in.ts';
import { useLeaving } from '#features/auth/use-leaving.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { browserTimeZone } from '#platform/time/time-zone.ts';
import { passwordRefusal } from '#transport/session/password-check.ts';
import { isSignedIn } from '#transport/session/session.ts';
import { locate, nowhere } from '#transport/session/visitor-place.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/forms/field.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { useFields } from '#ui/forms/use-fields.ts';
import { useJudged } from '#ui/forms/use-judged.ts';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { useFlow } from '#ui/hooks/use-flow.ts';
import { AccountName } from '#ui/marks/account-name.tsx';
import { register } from './registration.ts';
import {
  forgetRegistration,
  keepRegistration,
  type Registration,
  registrationFor,
} from './registration-draft.ts';
import { type SignUpErrors, signUpErrors } from './sign-up-rules.ts';

type Typed = Exclude<keyof Registration, 'email'>;

const typedFields: readonly Typed[] = [
  'firstName',
  'lastName',
  'password',
  'confirmation',
  'dateOfBirth',
];

/** The names that the request has for these fields. */
const requestNames: Readonly<Record<string, Typed>> = {
  first_name: 'firstName',
  last_name: 'lastName',
  password: 'password',
  dob: 'dateOfBirth',
};

/** A password that is typed anew is typed twice. */
const withConfirmation = (fields: readonly Typed[]): readonly Typed[] =>
  typedFields.filter(
    (field) => fields.includes(field) || (field === 'confirmation' && fields.includes('password')),
  );

interface Props {
  readonly email: string;
  readonly title: string;
}

function VerifyForm({ email, title }: Props) {
  const [, navigate] = useLocation();
  const [kept] = useState(() => registrationFor(email));
  const { values, errors, show, bind } = useFields({ code: '', ...kept });
  /**
   * The fields of the form that are asked for here: what is not here any more, because passwords are not stored
   * and nothing is kept for more than a day, and what the server refused (SPEC-01).
   */
  const [asked, setAsked] = useState<readonly Typed[]>(() =>
    withConfirmation(typedFields.filter((field) => kept[field] === '')),
  );
  const [asking, setAsking] = useState(false);
  const [again, setAgain] = useState(false);
  const leaving = useLeaving();
  const input = useRef<HTMLInputElement>(null);
  const about = [email, values.firstName, values.lastName];
  const choice = useJudged(values.password, (password) => passwordRefusal(password, about));
  useFlow('sign-up', true);

  // Focuses the code, after the navigation has focused the page itself.
  useEffect(() => queueMicrotask(() => input.current?.focus()), []);

  const { code: _code, ...typed } = values;
  const wrongIn = (): SignUpErrors => signUpErrors(typed, dayIn(browserTimeZone(), serverNow()));

  const { form, button } = useSubmit({
    offline: 'Verifying needs a connection.',
    check: () => {
      const wrong: SignUpErrors = { ...(choice.error && { password: choice.error }), ...wrongIn() };
      return show({
        code:
          values.code === ''
            ? 'Please enter the verification code'
            : codeProblem(values.code, mailedDigits.proves),
        ...Object.fromEntries(asked.map((field) => [field, wrong[field]])),
      });
    },
    run: async () => {
      keepRegistration(typed);
      const step = await register(typed, values.code, (await locate()) ?? nowhere, {
        signal: leaving(),
        onLost: () => setAsking(true),
      });
      setAsking(false);
      if (step.kind === 'wrong-code') return void show({ code: step.message });
      const refused = step.kind === 'failed' ? requestNames[step.field ?? ''] : undefined;
      if (refused && step.kind === 'failed') {
        setAsked(withConfirmation([...asked, refused]));
        return void show({ [refused]: step.message });
      }
      if (step.kind === 'failed' && step.field === 'email') {
        return navigate('/', { state: toSignIn(email, step.message) });
      }
      if (step.kind !== 'done') {
        toast.error(step.message, { echo: true });
        return void show({ form: step.message });
      }
      // An ordinary sign-in, so nothing opens a session but what always does. Where it asks for more, or gets no
      // answer, the form that follows does.
      if (!isSignedIn())
        await attemptSignIn(email, typed.password, undefined).catch(() => undefined);
      forgetRegistration();
      // One act, one toast, with both texts of AUTH-12 in their order.
      toast.success('Verification successful!', { title: ACCOUNT_CREATED });
      const told = 'Your account is ready. Sign in with your password.';
      // AUTH-12: to the Sign In tab, from where SHELL-03 leads whoever is signed in to the wallet.
      navigate('/', { replace: true, state: toSignIn(email, told) });
    },
  });

  /** What is typed here is kept like the form it belongs to. */
  const typing = (field: Typed) => {
    const bound = bind(field);
    const onChange = (value: string): void => {
      bound.onChange(value);
      keepRegistration({ ...typed, [field]: value });
    };
    return { ...bound, onChange };
  };
  const birth = typing('dateOfBirth');
  const password = typing('password');
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
      {asked.includes('firstName') && (
        <TextField label="First name" autoComplete="given-name" {...typing('firstName')} />
      )}
      {asked.includes('lastName') && (
        <TextField label="Last name" autoComplete="family-name" {...typing('lastName')} />
      )}
      {asked.includes('password') && (
        <>
          <AccountName email={email} />
          <PasswordField
            label="Password"
            autoComplete="new-password"
            help="Passwords are not stored here, so please type it again."
            {...password}
            error={password.error ?? choice.error}
            onBlur={() => {
              if (values.password !== '' && !wrongIn().password) void choice.ask();
            }}
          />
          <PasswordField
            label="Confirm password"
            autoComplete="new-password"
            {...typing('confirmation')}
          />
        </>
      )}
      {asked.includes('dateOfBirth') && (
        <TextField
          label="Date of birth"
          inputMode="numeric"
          autoComplete="bday"
          placeholder="YYYY-MM-DD"
          help={birthDateHelp(values.dateOfBirth)}
          {...birth}
          onChange={(value) => birth.onChange(readBirthDate(value, values.dateOfBirth))}
          onBlur={() => {
            const whole = wholeBirthDate(values.dateOfBirth);
            if (whole !== values.dateOfBirth) birth.onChange(whole);
          }}
        />
      )}
      <CodeButtons
        button={button}
        asking={asking}
        failure={errors.form}
        action="Verify"
        busyAction="Verifying"
        email={email}
        purpose={otpTypes.proveEmail}
        notSent={OTP_NOT_SENT}
        sent={OTP_SENT}
        onSent={() => setAgain(true)}
      />
    </form>
  );
}

/** AUTH-13. Without an address there is nothing to verify. */
export function VerifyEmailPage() {
  const state: unknown = useHistoryState();
  const email = carriedEmail.read(state);
  if (!email) return <Redirect to="/" replace />;
  const title = creates.read(state) ? 'Verify Your Email' : 'We Emailed You';
  return <VerifyForm key={email} email={email} title={title} />;
}
