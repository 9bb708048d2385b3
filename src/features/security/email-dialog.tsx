import { type FormEvent, useState } from 'react';
import { cleanCode } from '#core/domain/code-text.ts';
import { plainEmail } from '#core/domain/email-address.ts';
import { checkCurrentPassword, checkEmail } from '#core/domain/validation.ts';
import { onlineNow } from '#platform/network.ts';
import { mergeProfile, session } from '#transport/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useOnline } from '#ui/signals.ts';
import { useFields } from '#ui/use-fields.ts';
import { CodeForm } from './code-form.tsx';
import { HoldWarning } from './hold-text.tsx';
import { askForEmailCode, changeEmail } from './security-calls.ts';
import { loadChanged } from './security-state.ts';

const blank = { email: '', password: '', otp: '' };
type Place = keyof typeof blank | 'form';

/** Where a refusal of the server belongs. */
function placeOf(refused: string | undefined): Place {
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
  /** The address that a code was sent to which still counts, from before a reload or a closed dialog. */
  readonly pending: string | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Moves the account to another address: the password first, then the code that was sent there. */
export function EmailDialog({ twoFactor, pending, onClose, onDone }: Props) {
  const isOnline = useOnline();
  const { values, errors, show, bind } = useFields({ ...blank, email: pending ?? '' });
  const [busy, setBusy] = useState(false);
  /** The address that a code was sent to. */
  const [sentTo, setSentTo] = useState(pending);
  const [again, setAgain] = useState(false);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wrong = show({
      email: checkEmail(values.email),
      password: checkCurrentPassword(values.password),
      otp: twoFactor && values.otp === '' ? 'Please enter verification code' : undefined,
    });
    if (wrong || busy || !onlineNow()) return;
    const email = plainEmail(values.email);
    setBusy(true);
    const step = await askForEmailCode(email, values.password, values.otp);
    setBusy(false);
    if (step.ok) {
      setSentTo(email);
      // It is known to the section from here on, whatever becomes of this dialog.
      void loadChanged();
    } else show({ [placeOf(step.refused)]: step.text });
  };

  if (sentTo !== undefined) {
    const confirm = async (code: string): Promise<string | undefined> => {
      const userId = session.user?.id;
      const step = await changeEmail(sentTo, code);
      if (!step.ok) {
        // It may have been changed all the same: the section shows what is true.
        if (step.refused === undefined) void loadChanged();
        return step.text;
      }
      if (userId !== undefined) mergeProfile(userId, { email: sentTo });
      onDone();
      return undefined;
    };
    return (
      // A dialog of its own, so that it takes the focus.
      <Dialog key="code" title="Change email address" onClose={onClose}>
        <p>
          Enter the code we sent to <b>{sentTo}</b>. It is valid for 10 minutes.
          {again && ' The one before no longer counts.'}
        </p>
        <CodeForm
          label="Verification code"
          submitLabel="Change email address"
          busyLabel="Changing"
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
    <Dialog title="Change email address" onClose={onClose}>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label="New email address"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
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
        {twoFactor && (
          <TextField
            label="Code from your authenticator app"
            name="otp"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={32}
            help="Six digits, or one of your recovery codes."
            {...bind('otp')}
            onChange={(typed) => bind('otp').onChange(cleanCode(typed))}
          />
        )}
        <HoldWarning change="After the change" />
        <p className="small muted">Your other devices are signed out.</p>
        {errors.form && (
          <p className="error" role="alert">
            <Icon name="alert" size="xs" />
            {errors.form}
          </p>
        )}
        <Button
          variant="primary"
          type="submit"
          wide
          busy={busy}
          disabledReason={isOnline ? undefined : 'Changing the email address needs a connection.'}
        >
          {busy ? 'Sending' : 'Send code'}
        </Button>
      </form>
    </Dialog>
  );
}
