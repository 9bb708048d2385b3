import { useState } from 'react';
import { codeProblem } from '#core/people/code-text.ts';
import { plainEmail } from '#core/people/email-address.ts';
import { checkCurrentPassword, checkEmail } from '#core/people/validation.ts';
import { CODE_NEEDED, ONE_BEFORE_ENDS } from '#core/words/codes.ts';
import { HoldWarning } from '#features/security/hold-text.tsx';
import { CodeForm } from '#features/security/second-factor/code-form.tsx';
import { SecondFactorField } from '#features/security/second-factor/second-factor-field.tsx';
import { askForEmailCode, changeEmail } from '#features/security/security-calls.ts';
import { security } from '#features/security/security-state.ts';
import { mergeProfile } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { EmailField } from '#ui/forms/email-field.tsx';
import { FormDialog } from '#ui/forms/form-dialog.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { useFields } from '#ui/forms/use-fields.ts';

const blank = { email: '', password: '', otp: '' };
type FieldOrForm = keyof typeof blank | 'form';

/** The field that shows a refusal of the server. */
function placeOf(refused: string | undefined): FieldOrForm {
  switch (refused) {
    case 'INVALID_INPUT':
      return 'email';
    case 'INVALID_CREDENTIALS':
      return 'password';
    case 'INVALID_CODE':
    case 'SECOND_FACTOR_REQUIRED':
      return 'otp';
    default:
      return 'form';
  }
}

interface Props {
  readonly twoFactor: boolean;
  /** The address to which a still valid code was sent, before a reload or before the dialog was closed. */
  readonly pending: string | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Changes the account's email address: first the password, then the code mailed to the new address. */
export function EmailDialog({ twoFactor, pending, onClose, onDone }: Props) {
  const { values, errors, show, bind } = useFields({ ...blank, email: pending ?? '' });
  /** The address to which the code was sent. */
  const [sentTo, setSentTo] = useState(pending);
  const [again, setAgain] = useState(false);

  if (sentTo !== undefined) {
    const confirm = async (code: string): Promise<string | undefined> => {
      const step = await changeEmail(sentTo, code);
      if (!step.ok) {
        // Without an answer, the address may have changed: the section reads it again.
        if (step.refused === undefined) void security.changed();
        return step.text;
      }
      mergeProfile({ email: sentTo });
      onDone();
      return undefined;
    };
    return (
      // A dialog of its own, so that it takes the focus.
      <Dialog key="code" title="We Emailed You" onClose={onClose}>
        <p>
          Enter the code we sent to <b>{sentTo}</b>. It is valid for 10 minutes.
          {again && ` ${ONE_BEFORE_ENDS}`}
        </p>
        <CodeForm
          label="Verification code"
          action="Change email address"
          busyAction="Changing"
          onCode={confirm}
        />
        <Button
          variant="quiet"
          wide
          onClick={() => {
            bind('otp').onChange('');
            setAgain(true);
            setSentTo(undefined);
          }}
        >
          Send another code
        </Button>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Change email address"
      action="Send code"
      busyAction="Sending"
      offline="Changing the email address needs a connection."
      failure={errors.form}
      check={() =>
        show({
          email: checkEmail(values.email),
          password: checkCurrentPassword(values.password),
          otp: !twoFactor
            ? undefined
            : values.otp === ''
              ? CODE_NEEDED
              : codeProblem(values.otp, 'factor'),
        })
      }
      run={async () => {
        const email = plainEmail(values.email);
        const step = await askForEmailCode(email, values.password, values.otp);
        if (!step.ok) return void show({ [placeOf(step.refused)]: step.text });
        setSentTo(email);
        // The section now shows the pending change, even if this dialog is closed.
        void security.changed();
      }}
      onClose={onClose}
    >
      <EmailField
        label="New email address"
        autoComplete="email"
        maxLength={254}
        help="We send a code there. You sign in with it once it is confirmed."
        {...bind('email')}
      />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        maxLength={256}
        {...bind('password')}
      />
      {twoFactor && <SecondFactorField label="Code from your authenticator app" {...bind('otp')} />}
      <HoldWarning change="After the change" />
      <p className="small muted">Your other devices are signed out.</p>
    </FormDialog>
  );
}
