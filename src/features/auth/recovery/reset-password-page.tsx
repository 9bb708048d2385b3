import { useState } from 'react';
import { useLocation } from 'wouter';
import { carriedFreeze } from '#core/carried/freeze.ts';
import { carriedEmail } from '#core/carried/sign-in.ts';
import { otpTypes } from '#core/contract/account/registration.ts';
import { plainEmail } from '#core/people/email-address.ts';
import { checkEmail } from '#core/people/validation.ts';
import { CODE_OFFLINE, OTP_SENT } from '#core/words/codes.ts';
import { NEW_PASSWORD } from '#core/words/titles.ts';
import { firstCode } from '#features/auth/mailed-code.ts';
import { keepEmail, registrationDraft } from '#features/auth/sign-up/registration-draft.ts';
import { historyState } from '#platform/kept/history-state.ts';
import { Button } from '#ui/actions/button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { EmailField } from '#ui/forms/email-field.tsx';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { Icon } from '#ui/marks/icon.tsx';
import { FrozenNotice } from './frozen-notice.tsx';
import { emailFromHash } from './frozen-state.ts';

const FAILED = 'Failed to send the OTP. Please try again.';

/** AUTH-15: asks for the email address to which the code goes. */
export function ResetPasswordPage() {
  const [, navigate] = useLocation();
  // The address comes from the sign-in page, from a freeze, or from what was typed on another tab.
  const [email, setEmail] = useState(
    () =>
      carriedEmail.read(historyState()) ||
      emailFromHash(location.hash) ||
      registrationDraft().email,
  );
  const frozen = carriedFreeze.read(historyState());
  const [error, setError] = useState<string>();
  /** Why no code was sent; empty if only that is known. */
  const [alert, setAlert] = useState<string>();

  const { form, button } = useSubmit({
    offline: CODE_OFFLINE,
    check: () => {
      const problem = checkEmail(plainEmail(email));
      setError(problem);
      return problem === undefined;
    },
    run: async () => {
      const address = plainEmail(email);
      const step = await firstCode(address, otpTypes.resetPassword, '');
      if (step.kind === 'failed' && step.field === 'email') return setError(step.message);
      if (step.kind !== 'done' && step.kind !== 'counts') return setAlert(step.message);
      if (step.kind === 'done') toast.success(OTP_SENT);
      navigate('/reset-password/confirm', { state: carriedEmail.give(address) });
    },
  });

  return (
    <form className="stack stack--wide" {...form}>
      <div>
        <h1>{frozen ? NEW_PASSWORD : 'Reset your password'}</h1>
        <p className="muted">We’ll email you a code to set a new password.</p>
      </div>
      {frozen && <FrozenNotice frozen={frozen} />}
      {alert !== undefined && (
        <p className="banner banner--error" role="alert">
          <Icon name="alert" />
          <span className="grow">
            {FAILED}
            {alert !== '' && (
              <>
                <br />
                <small className="muted">{alert}</small>
              </>
            )}
          </span>
        </p>
      )}
      <EmailField
        name="email"
        autoComplete="username"
        required
        value={email}
        error={error}
        onChange={(value) => {
          setEmail(value);
          keepEmail(value);
          setError(undefined);
          setAlert(undefined);
        }}
      />
      <div className="stack">
        <Button variant="primary" wide {...button}>
          {button.busy ? 'Sending' : 'Send Code'}
        </Button>
      </div>
    </form>
  );
}
