import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { carriedEmail, creates } from '#core/carried/sign-in.ts';
import { otpTypes } from '#core/contract/account/registration.ts';
import type { Geolocation } from '#core/money/region.ts';
import { plainEmail } from '#core/people/email-address.ts';
import {
  birthDateHelp,
  FIX_ERRORS,
  REGION_CLOSED,
  readBirthDate,
  wholeBirthDate,
} from '#core/people/validation.ts';
import { termsOf } from '#core/routes.ts';
import { dayIn } from '#core/time/date-text.ts';
import { OTP_NOT_SENT, OTP_SENT } from '#core/words/codes.ts';
import { firstCode } from '#features/auth/mailed-code.ts';
import { followOnline } from '#platform/page/online.ts';
import { pageCountry } from '#platform/page/page-country.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { browserTimeZone } from '#platform/time/time-zone.ts';
import { passwordRefusal } from '#transport/session/password-check.ts';
import { locate } from '#transport/session/visitor-place.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { EmailField } from '#ui/forms/email-field.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { useJudged } from '#ui/forms/use-judged.ts';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { useFlow } from '#ui/hooks/use-flow.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { keepRegistration, type Registration, registrationDraft } from './registration-draft.ts';
import { isOpenIn, signUpErrors } from './sign-up-rules.ts';

const BirthCalendar = lazy(async () => ({
  default: (await import('./birth-calendar.tsx')).BirthCalendar,
}));

type Field = keyof Registration;

const CLOSED = 'Registration is not available in your country.';

export function SignUpForm() {
  const [, navigate] = useLocation();
  const [form, setForm] = useState(registrationDraft);
  const change = (part: Partial<Registration>): void => {
    const next = { ...form, ...part };
    setForm(next);
    clearFailure();
    keepRegistration(next);
  };
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set());
  const [place, setPlace] = useState<Geolocation>();
  const [picking, setPicking] = useState(false);
  const inputs = useRef(new Map<Field, HTMLInputElement | null>());
  // The visitor's country is looked up once online, if it could not be before.
  useEffect(() => {
    if (place) return;
    return followOnline((now) => {
      if (now) void locate().then(setPlace);
    });
  }, [place]);

  // After a press on the tab, the first field takes the focus; a keyboard user stays on the tab.
  useEffect(() => {
    if (!document.querySelector(':focus-visible')) inputs.current.get('firstName')?.focus();
  }, []);

  useFlow(
    'sign-up',
    Object.values(form).some((value) => value !== ''),
  );

  /** Today's date where the customer is, by the server's clock. */
  const today = dayIn(place?.timezone || browserTimeZone(), serverNow());
  const about = [form.email, form.firstName, form.lastName];
  const choice = useJudged(form.password, (password) => passwordRefusal(password, about));
  /** What was sent and refused. */
  const [refused, setRefused] = useState<Readonly<Record<'email' | 'text', string>>>();
  const errors = {
    ...(choice.error && { password: choice.error }),
    ...(refused?.email === form.email && { email: refused.text }),
    ...signUpErrors(form, today),
  };
  const wrong = Object.keys(errors) as Field[];
  const closed = place !== undefined && !isOpenIn(place);
  const bind = (field: Field) => ({
    name: field,
    value: form[field],
    error: touched.has(field) ? errors[field] : undefined,
    onChange: (value: string) => change({ [field]: value }),
    onBlur: () => {
      if (form[field] === '') return;
      setTouched(new Set([...touched, field]));
      if (field === 'password' && !errors.password) void choice.ask();
    },
    inputRef: (element: HTMLInputElement | null) => {
      inputs.current.set(field, element);
    },
  });

  /** Marks every wrong field and focuses the first. */
  const showWrong = (): void => {
    setTouched(new Set(Object.keys(form) as Field[]));
    const [first] = wrong;
    if (first) inputs.current.get(first)?.focus();
  };

  // Fields that the visitor has not reached yet are missing, not wrong.
  const incomplete = wrong.some((field) => touched.has(field)) ? FIX_ERRORS : 'Fill in every field';
  const {
    form: sending,
    button,
    clearFailure,
  } = useSubmit({
    offline: closed ? CLOSED : 'Creating an account needs a connection.',
    blocked: closed ? CLOSED : wrong.length > 0 ? incomplete : undefined,
    run: async (fail) => {
      const entered = { ...form, email: plainEmail(form.email) };
      keepRegistration(entered);
      if (await choice.ask()) return setTouched(new Set([...touched, 'password']));
      const step = await firstCode(entered.email, otpTypes.proveEmail, OTP_NOT_SENT);
      if (step.kind === 'failed' && step.field === 'email') {
        setTouched(new Set([...touched, 'email']));
        return setRefused({ email: form.email, text: step.message });
      }
      if (step.kind !== 'done' && step.kind !== 'counts') {
        toast.error(step.message, { echo: true });
        return fail(step.message);
      }
      if (step.kind === 'done') toast.success(OTP_SENT);
      navigate('/verify-email', {
        state: { ...carriedEmail.give(entered.email), ...creates.give(true) },
      });
    },
  });

  return (
    <form className="stack stack--wide" {...sending}>
      {closed && (
        <p className="banner banner--warn" role="alert">
          <PageIcon name="info" />
          {REGION_CLOSED}
        </p>
      )}
      <TextField label="First name" autoComplete="given-name" required {...bind('firstName')} />
      <TextField label="Last name" autoComplete="family-name" required {...bind('lastName')} />
      <EmailField autoComplete="email" required {...bind('email')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        help="At least 8 characters: uppercase, lowercase, number, special character."
        required
        {...bind('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        required
        {...bind('confirmation')}
      />
      <TextField
        label="Date of birth"
        inputMode="numeric"
        autoComplete="bday"
        placeholder="YYYY-MM-DD"
        help={birthDateHelp(form.dateOfBirth)}
        required
        {...bind('dateOfBirth')}
        onChange={(value) =>
          change({ dateOfBirth: readBirthDate(value, form.dateOfBirth, place?.countryCode) })
        }
        onBlur={() => {
          const dateOfBirth = wholeBirthDate(form.dateOfBirth);
          if (dateOfBirth !== form.dateOfBirth) change({ dateOfBirth });
          if (dateOfBirth !== '') setTouched(new Set([...touched, 'dateOfBirth']));
        }}
        end={
          <button
            className="iconbtn"
            type="button"
            aria-label="Choose the date in a calendar"
            aria-haspopup="dialog"
            onClick={() => setPicking(true)}
          >
            <PageIcon name="calendar" size="s" />
          </button>
        }
      />
      <div className="stack">
        <Button variant="primary" wide {...button} onBlocked={showWrong}>
          {button.busy ? 'Sending the code' : 'Create Account'}
        </Button>
        <p className="small muted">
          By creating an account you accept the{' '}
          <a href={termsOf(place ? place.countryCode : pageCountry())}>terms and conditions</a>. The{' '}
          <a href="/privacy-policy">privacy policy</a> explains how we use your data.
        </p>
      </div>
      {picking && (
        <Dialog title="Date of birth" sheet onClose={() => setPicking(false)}>
          <Suspense fallback={<span className="skel" aria-busy="true" />}>
            <BirthCalendar
              value={form.dateOfBirth}
              today={today}
              onPick={(date) => {
                change({ dateOfBirth: date });
                setPicking(false);
              }}
            />
          </Suspense>
        </Dialog>
      )}
    </form>
  );
}
