import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { historyState } from '#platform/history-state.ts';
import { onlineNow } from '#platform/network.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useOnline } from '#ui/signals.ts';
import { toast } from '#ui/toasts.ts';
import { emailFromState } from './email-from-state.ts';
import {
  keepEmail,
  keepSignInPassword,
  registrationDraft,
  typedSignInPassword,
} from './registration-draft.ts';
import { useWait } from './use-wait.ts';

/** Signing in needs more than the form does: it is fetched when somebody turns to the form. */
const loadSignIn = () => import('./sign-in.ts');

/** What the form says to itself before it asks the server; the first wrong field gets the focus. */
const missing = (email: string, password: string) => ({
  email: email.trim() ? undefined : 'Email is required',
  password: password ? undefined : 'Password is required',
});

/** Two spellings of an address that are told apart by nobody. */
const same = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (email: string): string => email.trim().toLowerCase();

const NOT_LOADED = 'This page did not fully load. Check your connection and try again.';

export function SignInForm() {
  const isOnline = useOnline();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const [errors, setErrors] = useState<{
    email?: string | undefined;
    password?: string | undefined;
    code?: string | undefined;
    /** Of the whole form. */
    form?: string | undefined;
  }>({});
  const [busy, setBusy] = useState(false);
  const [sentEarly, setSentEarly] = useState(false);
  const [asked, setAsked] = useState(0);
  const [wait, startWait] = useWait(plain(email));
  const form = useRef<HTMLFormElement>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);

  // The page stands before the app runs: what was typed or filled in until then counts.
  // Who has just created an account need not type its address again. Read before the next event: a
  // press that comes first would find the fields empty that stand there full.
  useLayoutEffect(() => {
    setEmail(
      emailInput.current?.value ||
        emailFromState(historyState())?.email ||
        registrationDraft().email,
    );
    setPassword(passwordInput.current?.value || typedSignInPassword());
    const { dataset } = document.documentElement;
    setSentEarly(dataset.early === 'submit');
    delete dataset.early;
  }, []);
  // The focus may already be in the form: the listener for `focusin` is told of it now.
  useEffect(() => {
    const here = document.activeElement;
    if (here && form.current?.contains(here)) {
      here.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    }
  }, []);
  // So does a press on the button.
  useEffect(() => {
    if (sentEarly) form.current?.requestSubmit();
  }, [sentEarly]);

  // Each time the code is asked for, once its field is there.
  useEffect(() => {
    if (asked > 0) codeInput.current?.focus();
  }, [asked]);

  /** The toast that says why. */
  const refused = useRef(0);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || wait > 0 || !onlineNow()) return;
    const found = missing(email, password);
    setErrors(found);
    if (found.email) return emailInput.current?.focus();
    if (found.password) return passwordInput.current?.focus();
    if (code?.trim() === '') {
      setErrors({ code: 'Please enter verification code' });
      return codeInput.current?.focus();
    }
    // Why it failed before is over with.
    toast.dismiss(refused.current);
    setBusy(true);
    const result = await loadSignIn().then(
      ({ attemptSignIn }) => attemptSignIn(email, password, code || undefined),
      () => ({ kind: 'failed', message: NOT_LOADED }) as const,
    );
    setBusy(false);
    if (result.kind === 'wait') startWait(result.seconds);
    // What an address was refused says nothing of the one that is there now.
    const isThere = same(emailInput.current?.value ?? email, email);
    if (result.kind !== 'signed-in' && !isThere) return;
    switch (result.kind) {
      case 'signed-in':
        toast.success('Logged in successfully');
        return;
      case 'second-factor':
        setCode('');
        setErrors({ code: result.message });
        setAsked((times) => times + 1);
        return;
      case 'wait':
        refused.current = toast.error(result.message);
        return;
      case 'failed':
        refused.current = toast.error(result.message, { echo: true });
        setErrors({ form: result.message });
        passwordInput.current?.select();
    }
  };

  const reason = !isOnline
    ? 'Signing in needs a connection.'
    : wait > 0
      ? `Too many attempts. Try again in ${wait} s.`
      : undefined;
  return (
    <form
      ref={form}
      className="stack stack--wide"
      // Before the app runs, a browser would send the form itself, with the password in the address.
      method="post"
      onFocus={() => {
        loadSignIn().then(
          ({ prepareSignIn }) => prepareSignIn(),
          () => undefined,
        );
      }}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        value={email}
        inputRef={emailInput}
        error={errors.email}
        onChange={(value) => {
          // The code belongs to the account it was asked for.
          if (!same(value, email)) setCode(undefined);
          setEmail(value);
          keepEmail(value);
          setErrors({});
        }}
      />
      <div>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          maxLength={256}
          value={password}
          inputRef={passwordInput}
          error={errors.password}
          onChange={(value) => {
            setPassword(value);
            keepSignInPassword(value);
            setErrors({});
          }}
        />
        <Link className="textbtn" href="/reset-password" state={{ email }}>
          Forgot your password?
        </Link>
      </div>
      {code !== undefined && (
        <div>
          <TextField
            label="Code from your authenticator app"
            name="otp"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={16}
            help="Six digits, or one of your recovery codes."
            helpStays
            value={code}
            inputRef={codeInput}
            error={errors.code}
            onChange={(value) => {
              setCode(value);
              setErrors({});
            }}
          />
          <Link className="textbtn" href="/recover" state={{ email }}>
            I have lost my phone and my codes
          </Link>
        </div>
      )}
      <div className="stack stack--tight">
        <Button
          variant="primary"
          type="submit"
          wide
          busy={busy}
          disabledReason={reason}
          failure={errors.form}
        >
          {busy ? 'Signing in' : 'Sign In'}
        </Button>
      </div>
    </form>
  );
}
