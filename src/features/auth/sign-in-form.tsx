import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { carriedEmail } from '#core/carried/sign-in.ts';
import { CODE_NEEDED } from '#core/words/codes.ts';
import { historyState } from '#platform/kept/history-state.ts';
import { Button } from '#ui/actions/button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { EmailField } from '#ui/forms/email-field.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { useSubmit } from '#ui/forms/use-submit.ts';
import type { CodeStepProps } from './code-step.tsx';
import type { SignInResult } from './sign-in.ts';
import {
  keepEmail,
  keepSignInPassword,
  registrationDraft,
  typedSignInPassword,
} from './sign-up/registration-draft.ts';
import { useWait } from './use-wait.ts';

/** The code for signing in is larger than the form, so it is loaded when the form gets the focus. */
const loadSignIn = () => import('./code-step.tsx');
const loadPasskeys = () => import('./passkey-sign-in.ts');

/** The missing fields, found before the server is asked. `code` is undefined if no code is required. */
const missing = (
  email: string,
  password: string,
  code: string | undefined,
  problemOf?: (code: string) => string | undefined,
) => {
  const wrong = code?.trim() === '' ? CODE_NEEDED : code !== undefined && problemOf?.(code);
  return {
    ...(!email.trim() && { email: 'Email is required' }),
    ...(!password && { password: 'Password is required' }),
    ...(wrong && { code: wrong }),
  };
};

/** Whether two spellings are the same address: letter case and spaces around it do not count. */
const same = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (email: string): string => email.trim().toLowerCase();

const FAILED: SignInResult = {
  kind: 'failed',
  message: 'This page did not fully load. Check your connection and try again.',
};

export function SignInForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  /** The field for the code that was asked for. */
  const [Step, setStep] = useState<ComponentType<CodeStepProps>>();
  /** What is wrong with a code as it is typed, before it is sent. */
  const [codeProblem, setCodeProblem] = useState<(code: string) => string | undefined>();
  const [errors, setErrors] = useState<{
    email?: string | undefined;
    password?: string | undefined;
    code?: string | undefined;
    /** The whole form's error. */
    form?: string | undefined;
  }>({});
  const [sentEarly, setSentEarly] = useState(false);
  const [asked, setAsked] = useState(0);
  const [wait, startWait] = useWait(plain(email));
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);

  /** Aborted when the form is gone, with which a suggested passkey ends. */
  const gone = useRef(new AbortController());
  useEffect(() => {
    if (gone.current.signal.aborted) gone.current = new AbortController();
    return () => gone.current.abort();
  }, []);

  /** The id of the toast about the last refusal. */
  const refused = useRef(0);
  const settle = (
    result: SignInResult & {
      readonly Step?: ComponentType<CodeStepProps>;
      readonly problemOf?: (code: string) => string | undefined;
    },
    isThere = true,
  ): void => {
    if (result.kind === 'wait') startWait(result.seconds);
    if (result.kind !== 'signed-in' && !isThere) return;
    switch (result.kind) {
      case 'signed-in':
        toast.success('Logged in successfully');
        return;
      case 'second-factor':
        setCode('');
        setStep(() => result.Step);
        setCodeProblem(() => result.problemOf);
        setErrors({ code: result.message });
        setAsked((times) => times + 1);
        return;
      case 'dismissed':
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
  const withPasskey = async (): Promise<void> => {
    toast.dismiss(refused.current);
    const { signInWithPasskey } = await loadPasskeys();
    settle(await signInWithPasskey());
  };
  const { form, button } = useSubmit({
    offline: 'Signing in needs a connection.',
    blocked: wait > 0 ? `Too many attempts. Try again in ${wait} s.` : undefined,
    check: () => {
      const found = missing(email, password, code, codeProblem);
      setErrors(found);
      return Object.keys(found).length === 0;
    },
    run: async () => {
      toast.dismiss(refused.current);
      const result = await loadSignIn().then(
        ({ trySignIn }) => trySignIn(email, password, code || undefined),
        () => FAILED,
      );
      // If the address was changed meanwhile, the refusal of the old one is not shown.
      settle(result, same(emailInput.current?.value ?? email, email));
    },
  });

  // The page is prerendered: what was typed or filled in before the app started is taken over, else the
  // address of an account just created. In a layout effect, because a press that came before would
  // submit empty fields.
  useLayoutEffect(() => {
    setEmail(
      emailInput.current?.value || carriedEmail.read(historyState()) || registrationDraft().email,
    );
    setPassword(passwordInput.current?.value || typedSignInPassword());
    const { dataset } = document.documentElement;
    setSentEarly(dataset.early === 'submit');
    delete dataset.early;
  }, []);
  // The form may have got the focus before the app started, which React did not see. A customer who comes
  // from another page with the address has only the password to type (EASE-02).
  useEffect(() => {
    const here = document.activeElement;
    if (here && form.ref.current?.contains(here)) {
      here.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    } else if (carriedEmail.read(historyState())) {
      // After the navigation, which focuses the page itself.
      queueMicrotask(() => passwordInput.current?.focus());
    }
  }, [form.ref]);
  // A press on the button before the app started submits the form now.
  useEffect(() => {
    if (sentEarly) form.ref.current?.requestSubmit();
  }, [sentEarly, form.ref]);

  // The first request for a code is no error, so `useSubmit` moves no focus: the field is focused here.
  useEffect(() => {
    if (asked > 0) codeInput.current?.focus();
  }, [asked]);

  return (
    <form
      {...form}
      className="stack stack--wide"
      // Before the app runs, a browser would send the form itself, with the password in the address.
      method="post"
      onFocus={() => {
        loadPasskeys().then(
          ({ prepare }) => prepare(settle, gone.current.signal),
          () => undefined,
        );
      }}
    >
      <EmailField
        name="email"
        autoComplete="username webauthn"
        required
        maxLength={254}
        value={email}
        inputRef={emailInput}
        error={errors.email}
        onChange={(value) => {
          // A code is valid for one account only.
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
        <Link className="textbtn" href="/reset-password" state={carriedEmail.give(email)}>
          Forgot your password?
        </Link>
      </div>
      {code !== undefined && Step && (
        <Step
          email={email}
          password={password}
          value={code}
          error={errors.code}
          inputRef={codeInput}
          onChange={(value) => {
            setCode(value);
            setErrors({});
          }}
        />
      )}
      <div className="stack stack--tight">
        <Button variant="primary" wide {...button} failure={errors.form}>
          {button.busy ? 'Signing in' : 'Sign In'}
        </Button>
        <Button wide onClick={() => withPasskey().catch(() => settle(FAILED))}>
          Sign in with a passkey
        </Button>
      </div>
    </form>
  );
}
