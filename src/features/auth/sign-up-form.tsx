import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { otpTypes } from '#core/contract/registration.ts';
import { dayIn } from '#core/domain/date-text.ts';
import { plainEmail } from '#core/domain/email-address.ts';
import type { Geolocation } from '#core/domain/region.ts';
import {
  FIX_ERRORS,
  REGION_CLOSED,
  readBirthDate,
  wholeBirthDate,
} from '#core/domain/validation.ts';
import type { RoutePath } from '#core/routes.ts';
import { serverNow } from '#platform/clock.ts';
import { followOnline, onlineNow } from '#platform/network.ts';
import { browserTimeZone } from '#platform/time-zone.ts';
import { locate } from '#transport/place.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { PageIcon } from '#ui/page-icon.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useOnline } from '#ui/signals.ts';
import { toast } from '#ui/toasts.ts';
import { useFlow } from '#ui/use-flow.ts';
import { firstCode } from './mailed-code.ts';
import { keepRegistration, type Registration, registrationDraft } from './registration-draft.ts';
import { isOpenIn, signUpErrors } from './sign-up-rules.ts';

const BirthCalendar = lazy(async () => ({
  default: (await import('./birth-calendar.tsx')).BirthCalendar,
}));

type Field = keyof Registration;

/** Documents of their own, so plain links lead there; what was typed is kept. */
const termsFor = (country: string | undefined): RoutePath =>
  country === 'AU' ? '/au/terms-and-conditions' : '/terms-and-conditions';

export function SignUpForm() {
  const connected = useOnline();
  const [, navigate] = useLocation();
  const [form, setForm] = useState(registrationDraft);
  const change = (part: Partial<Registration>): void => {
    const next = { ...form, ...part };
    setForm(next);
    setFailure(undefined);
    keepRegistration(next);
  };
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set());
  const [place, setPlace] = useState<Geolocation>();
  const [picking, setPicking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const inputs = useRef(new Map<Field, HTMLInputElement | null>());
  // Who could not be asked for it without a connection is asked for it once there is one.
  useEffect(() => {
    if (place) return;
    return followOnline((now) => {
      if (now) void locate().then(setPlace);
    });
  }, [place]);

  useFlow(
    'sign-up',
    Object.values(form).some((value) => value !== ''),
  );

  /** By the server's clock, where the customer is. */
  const today = dayIn(place?.timezone || browserTimeZone(), serverNow());
  const errors = signUpErrors(form, today);
  const wrong = Object.keys(errors) as Field[];
  const closed = place !== undefined && !isOpenIn(place);
  const bind = (field: Field) => ({
    name: field,
    value: form[field],
    error: touched.has(field) ? errors[field] : undefined,
    onChange: (value: string) => change({ [field]: value }),
    onBlur: () => {
      if (form[field] !== '') setTouched(new Set([...touched, field]));
    },
    inputRef: (element: HTMLInputElement | null) => {
      inputs.current.set(field, element);
    },
  });

  /** Says at each field what is missing, and goes to the first. */
  const showWrong = (): void => {
    setTouched(new Set(Object.keys(form) as Field[]));
    const [first] = wrong;
    if (first) inputs.current.get(first)?.focus();
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (wrong.length > 0) return showWrong();
    if (busy || closed || !onlineNow()) return;
    setBusy(true);
    setFailure(undefined);
    const entered = { ...form, email: plainEmail(form.email) };
    keepRegistration(entered);
    const step = await firstCode(entered.email, otpTypes.proveEmail, 'Failed to send OTP');
    setBusy(false);
    if (step.kind !== 'done' && step.kind !== 'counts') {
      toast.error(step.message, { echo: true });
      return setFailure(step.message);
    }
    if (step.kind === 'done') toast.success('OTP sent to your email');
    navigate('/verify-email', { state: { email: entered.email, creating: true } });
  };

  // Nothing is wrong yet with what nobody has come to.
  const incomplete = wrong.some((field) => touched.has(field)) ? FIX_ERRORS : 'Fill in every field';
  const reason = closed
    ? 'Registration is not available in your country.'
    : !connected
      ? 'Creating an account needs a connection.'
      : wrong.length > 0
        ? incomplete
        : undefined;
  return (
    <form className="stack stack--wide" onSubmit={(event) => void submit(event)} noValidate>
      {closed && (
        <p className="banner banner--warn" role="alert">
          <PageIcon name="info" />
          {REGION_CLOSED}
        </p>
      )}
      <TextField label="First name" autoComplete="given-name" required {...bind('firstName')} />
      <TextField label="Last name" autoComplete="family-name" required {...bind('lastName')} />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...bind('email')}
      />
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
        help="YYYY-MM-DD. You must be 18 or older."
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
        <Button
          variant="primary"
          type="submit"
          wide
          busy={busy}
          disabledReason={reason}
          failure={failure}
          onBlocked={showWrong}
        >
          {busy ? 'Sending the code' : 'Create Account'}
        </Button>
        <p className="small muted">
          By creating an account you accept the{' '}
          <a href={termsFor(place?.countryCode)}>terms and conditions</a>. The{' '}
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
