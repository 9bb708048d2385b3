import { useEffect, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { carriedEmail } from '#core/carried/sign-in.ts';
import { otpTypes } from '#core/contract/account/registration.ts';
import { HELD_AFTER_RESET } from '#core/people/after-reset.ts';
import { cleanCode } from '#core/people/code-text.ts';
import {
  checkConfirmation,
  checkResetCode,
  checkResetPassword,
  PASSWORD_RULE,
} from '#core/people/validation.ts';
import { NEW_PASSWORD } from '#core/words/titles.ts';
import { CodeButtons } from '#features/auth/code-buttons.tsx';
import { CodeSent } from '#features/auth/code-sent.tsx';
import { useLeaving } from '#features/auth/use-leaving.ts';
import { passwordRefusal } from '#transport/session/password-check.ts';
import { session } from '#transport/session/session.ts';
import { logOut } from '#transport/session/sign-out.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/forms/field.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { useFields } from '#ui/forms/use-fields.ts';
import { useJudged } from '#ui/forms/use-judged.ts';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { useFlow } from '#ui/hooks/use-flow.ts';
import { AccountName } from '#ui/marks/account-name.tsx';
import { resetDone, resetPassword, resetWays } from './password-reset.ts';

const blank = { code: '', password: '', confirmation: '' };

function ConfirmForm({ email }: { readonly email: string }) {
  const [, navigate] = useLocation();
  const { values, errors, show, bind } = useFields(blank);
  const [asking, setAsking] = useState(false);
  const [again, setAgain] = useState(false);
  const leaving = useLeaving();
  const input = useRef<HTMLInputElement>(null);
  // After the page's own focus on its heading: the code is what is at hand.
  useEffect(() => queueMicrotask(() => input.current?.focus()), []);
  const choice = useJudged(values.password, (password) => passwordRefusal(password, [email]));
  useFlow('password-reset', values.password !== '');

  const code = bind('code');
  const password = bind('password');

  const { form, button } = useSubmit({
    offline: 'Changing the password needs a connection.',
    check: () =>
      show({
        code: checkResetCode(values.code),
        password: checkResetPassword(values.password) ?? choice.error,
        confirmation: checkConfirmation(values.password, values.confirmation),
      }),
    run: async () => {
      const step = await resetPassword(email, values.code, values.password, {
        signal: leaving(),
        onLost: () => setAsking(true),
      });
      setAsking(false);
      if (step.kind === 'wrong-code') return void show({ code: step.message });
      if (step.kind === 'failed' && step.refused === 'INVALID_INPUT') {
        return void show({ password: step.message });
      }
      if (step.kind !== 'done') {
        toast.error(step.message, { echo: true });
        return void show({ form: step.message });
      }
      // The reset ended all sessions of the account, including this device's.
      if (session.user?.email === email) await logOut();
      navigate('/reset-password/success', {
        replace: true,
        state: {
          ...resetDone.give(true),
          ...carriedEmail.give(email),
          ...resetWays.give(step.ways),
        },
      });
    },
  });

  return (
    <form className="stack stack--wide" {...form}>
      <div>
        <h1>{NEW_PASSWORD}</h1>
        <p className="muted">
          <CodeSent email={email} purpose={otpTypes.resetPassword} again={again} /> Changing the
          password signs you out everywhere, and {HELD_AFTER_RESET} Any not yet being sent are
          cancelled.
        </p>
      </div>
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        inputRef={input}
        {...code}
        onChange={(typed) => code.onChange(cleanCode(typed))}
      />
      <AccountName email={email} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        help={PASSWORD_RULE}
        {...password}
        error={password.error ?? choice.error}
        onBlur={() => {
          if (!checkResetPassword(values.password)) void choice.ask();
        }}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...bind('confirmation')}
      />
      <CodeButtons
        button={button}
        asking={asking}
        failure={errors.form}
        action="Change Password"
        busyAction="Changing"
        email={email}
        purpose={otpTypes.resetPassword}
        notSent="Failed to resend code."
        sent="Verification code resent successfully."
        onSent={() => setAgain(true)}
      />
    </form>
  );
}

/** AUTH-16. Without an address, the flow starts again from its first page. */
export function ResetConfirmPage() {
  const email = carriedEmail.read(useHistoryState());
  return email ? <ConfirmForm email={email} /> : <Redirect to="/reset-password" replace />;
}
