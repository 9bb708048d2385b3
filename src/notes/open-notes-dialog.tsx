import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { checkCurrentPassword } from '#core/people/validation.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { notes, openNotes, startAnew } from '#transport/customer/sealed-notes.ts';
import { session } from '#transport/session/session.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { FormDialog } from '#ui/forms/form-dialog.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { useFields } from '#ui/forms/use-fields.ts';

interface Props {
  readonly onClose: () => void;
}

/** For a customer who has forgotten the password that opens the notes. */
function StartAnew({ onClose }: Props) {
  const { count } = useSnapshot(notes);
  const { values, errors, show, bind } = useFields({ password: '' });
  return (
    <FormDialog
      title="Start your notes anew"
      action="Remove all notes"
      busyAction="Removing"
      danger
      offline="Removing notes needs a connection."
      failure={errors.form}
      check={() => show({ password: checkCurrentPassword(values.password) })}
      run={async () => {
        const refused = await startAnew(values.password);
        if (refused) return void show({ [refused.field]: refused.text });
        toast.success('Your notes were removed');
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        Nobody can open notes without the password they were sealed with, we neither. You can remove
        {count === 1 ? ' the one you have' : ` all ${count}`} and write new ones. This cannot be
        undone.
      </p>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...bind('password')}
      />
    </FormDialog>
  );
}

/** Opens the customer's notes on a device that does not have their key (EASE-16). */
export function OpenNotesDialog({ onClose }: Props) {
  const { former } = useSnapshot(notes);
  const { timeZone } = useSnapshot(session);
  const { values, errors, show, bind } = useFields({ password: '', present: '' });
  const [anew, setAnew] = useState(false);
  if (anew) return <StartAnew onClose={onClose} />;
  const since = former && formatInstant(Date.parse(former), timeZone, serverNow());
  return (
    <FormDialog
      title="Open your notes"
      action="Open notes"
      busyAction="Opening"
      offline="Opening notes on a device for the first time needs a connection."
      failure={errors.form}
      check={() =>
        show({
          password: values.password ? undefined : 'Enter the password that opens your notes.',
          present: since === undefined ? undefined : checkCurrentPassword(values.present),
        })
      }
      run={async () => {
        const refused = await openNotes(
          values.password,
          since === undefined ? undefined : values.present,
        );
        if (refused) return void show({ [refused.field]: refused.text });
        toast.success('Your notes are open on this device');
        onClose();
      }}
      below={
        <button className="textbtn" type="button" onClick={() => setAnew(true)}>
          I don’t know that password
        </button>
      }
      onClose={onClose}
    >
      {since === undefined ? (
        <p>Your notes are sealed. Your password opens them on this device until you sign out.</p>
      ) : (
        <p>
          Your password was changed without your notes. They open with the one you had on {since},
          and are then sealed with the one you have now.
        </p>
      )}
      <PasswordField
        label={since === undefined ? 'Password' : `Password you had on ${since}`}
        autoComplete="current-password"
        {...bind('password')}
      />
      {since !== undefined && (
        <PasswordField
          label="Password you have now"
          autoComplete="current-password"
          {...bind('present')}
        />
      )}
    </FormDialog>
  );
}
