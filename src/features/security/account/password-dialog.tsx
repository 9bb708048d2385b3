import type { WaysBeside } from '#core/contract/account/ways-in.ts';
import {
  checkConfirmation,
  checkCurrentPassword,
  checkNewPassword,
  checkResetPassword,
} from '#core/people/validation.ts';
import { replacePassword } from '#features/security/security-calls.ts';
import { passwordRefusal } from '#transport/session/password-check.ts';
import { session } from '#transport/session/session.ts';
import { FormDialog } from '#ui/forms/form-dialog.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { useFields } from '#ui/forms/use-fields.ts';
import { useJudged } from '#ui/forms/use-judged.ts';
import { AccountName } from '#ui/marks/account-name.tsx';

const blank = { current: '', next: '', confirmation: '' };
/** The server refuses longer passwords. */
const maxLength = 256;

/** The field that shows a refusal of the server. */
const placeOf = (refused: string | undefined): keyof typeof blank | 'form' =>
  refused === 'INVALID_CREDENTIALS' ? 'current' : refused === 'INVALID_INPUT' ? 'next' : 'form';

interface Props {
  readonly onClose: () => void;
  /** `ways`: what signs in beside the new password; undefined if the server does not say. */
  readonly onDone: (ways: WaysBeside | undefined) => void;
}

/** SEC-04. */
export function PasswordDialog({ onClose, onDone }: Props) {
  const { values, errors, show, bind } = useFields(blank);
  const choice = useJudged(values.next, (password) => passwordRefusal(password, []));
  const next = bind('next');
  return (
    <FormDialog
      title="Change password"
      action="Change password"
      busyAction="Changing"
      offline="Changing the password needs a connection."
      failure={errors.form}
      check={() =>
        show({
          current: checkCurrentPassword(values.current),
          next: checkNewPassword(values.next) ?? choice.error,
          confirmation: checkConfirmation(values.next, values.confirmation),
        })
      }
      run={async () => {
        const step = await replacePassword(values.current, values.next);
        if (step.ok) onDone(step.value);
        else show({ [placeOf(step.refused)]: step.text });
      }}
      onClose={onClose}
    >
      <AccountName email={session.user?.email ?? ''} />
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
        {...next}
        error={next.error ?? choice.error}
        onBlur={() => {
          if (!checkResetPassword(values.next)) void choice.ask();
        }}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        maxLength={maxLength}
        {...bind('confirmation')}
      />
      <p className="small muted">Your other devices are signed out.</p>
    </FormDialog>
  );
}
