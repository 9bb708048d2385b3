import { type FormEvent, useState } from 'react';
import {
  checkConfirmation,
  checkCurrentPassword,
  checkNewPassword,
} from '#core/domain/validation.ts';
import { onlineNow } from '#platform/network.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useOnline } from '#ui/signals.ts';
import { useFields } from '#ui/use-fields.ts';
import { replacePassword } from './security-calls.ts';

const blank = { current: '', next: '', confirmation: '' };
/** What is longer is refused. */
const maxLength = 256;

/** Where a refusal of the server belongs. */
const placeOf = (refused: string | undefined): keyof typeof blank | 'form' =>
  refused === 'INVALID_CREDENTIALS' ? 'current' : refused === 'INVALID_INPUT' ? 'next' : 'form';

interface Props {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** SEC-04. */
export function PasswordDialog({ onClose, onDone }: Props) {
  const isOnline = useOnline();
  const { values, errors, show, bind } = useFields(blank);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wrong = show({
      current: checkCurrentPassword(values.current),
      next: checkNewPassword(values.next),
      confirmation: checkConfirmation(values.next, values.confirmation),
    });
    if (wrong || busy || !onlineNow()) return;
    setBusy(true);
    const step = await replacePassword(values.current, values.next);
    setBusy(false);
    if (step.ok) onDone();
    else show({ [placeOf(step.refused)]: step.text });
  };

  return (
    <Dialog title="Change password" onClose={onClose}>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          maxLength={maxLength}
          {...bind('current')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          help="At least 8 characters with upper and lower case, a digit and a special character."
          maxLength={maxLength}
          {...bind('next')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          maxLength={maxLength}
          {...bind('confirmation')}
        />
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
          disabledReason={isOnline ? undefined : 'Changing the password needs a connection.'}
        >
          {busy ? 'Changing' : 'Change password'}
        </Button>
      </form>
    </Dialog>
  );
}
