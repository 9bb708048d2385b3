import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, useRef, useState } from 'react';
import {
  checkConfirmation,
  checkCurrentPassword,
  checkNewPassword,
} from '#core/domain/validation.ts';
import { online } from '#platform/network.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { replacePassword } from './security-calls.ts';

const fields = ['current', 'next', 'confirmation'] as const;
type Field = (typeof fields)[number];
type Errors = Partial<Record<Field | 'form', string | undefined>>;

/** Where a refusal of the server belongs. */
const placeOf = (refused: string | undefined): Field | 'form' =>
  refused === 'INVALID_CREDENTIALS' ? 'current' : refused === 'INVALID_INPUT' ? 'next' : 'form';

interface Props {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** SEC-04. */
export function PasswordDialog({ onClose, onDone }: Props) {
  useSignals();
  const [form, setForm] = useState({ current: '', next: '', confirmation: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const inputs = useRef(new Map<Field, HTMLInputElement | null>());

  const show = (found: Errors): boolean => {
    setErrors(found);
    const first = fields.find((field) => found[field]);
    if (first) inputs.current.get(first)?.focus();
    return first !== undefined;
  };
  const bind = (field: Field) => ({
    value: form[field],
    error: errors[field],
    required: true,
    maxLength: 256,
    onChange: (value: string) => {
      setForm({ ...form, [field]: value });
      setErrors({ ...errors, [field]: undefined, form: undefined });
    },
    inputRef: (element: HTMLInputElement | null) => {
      inputs.current.set(field, element);
    },
  });

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wrong = show({
      current: checkCurrentPassword(form.current),
      next: checkNewPassword(form.next),
      confirmation: checkConfirmation(form.next, form.confirmation),
    });
    if (wrong || busy || !online.peek()) return;
    setBusy(true);
    const step = await replacePassword(form.current, form.next);
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
          {...bind('current')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          help="At least 8 characters with upper and lower case, a digit and a special character."
          {...bind('next')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
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
          disabledReason={online.value ? undefined : 'Changing the password needs a connection.'}
        >
          {busy ? 'Changing' : 'Change password'}
        </Button>
      </form>
    </Dialog>
  );
}
