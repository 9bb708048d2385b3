import { useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { checkCurrentPassword } from '#core/people/validation.ts';
import { beginNotes, notes, writeNote } from '#transport/customer/sealed-notes.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { FormDialog } from '#ui/forms/form-dialog.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';

const MOST = 10_000;

interface Props {
  readonly entryId: string;
  readonly onClose: () => void;
}

/** Writes a note. The first note needs the password, with which the notes' key is sealed. */
export function NoteDialog({ entryId, onClose }: Props) {
  const { texts, status } = useSnapshot(notes);
  const [first] = useState(status === 'none');
  const [before] = useState(() => texts.get(entryId)?.text ?? '');
  const [text, setText] = useState(before);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ text?: string; password?: string }>({});
  const now = texts.get(entryId)?.text ?? '';
  return (
    <FormDialog
      title={before === '' ? 'Add a note' : 'Edit note'}
      sheet
      action="Save note"
      busyAction="Saving"
      offline="Notes are saved when you are online. What you typed stays here."
      check={() => {
        const wrong = first && status === 'none' ? checkCurrentPassword(password) : undefined;
        const blank = before === '' && text.trim() === '' ? 'Write something first.' : undefined;
        setErrors({ ...(blank && { text: blank }), ...(wrong && { password: wrong }) });
        return !wrong && !blank;
      }}
      run={async (fail) => {
        if (status === 'none') {
          const refused = await beginNotes(password);
          if (refused?.field === 'password') return setErrors({ password: refused.text });
          if (refused) return fail(refused.text);
        }
        const failure = await writeNote(entryId, text);
        if (failure !== undefined) return fail(failure);
        toast.success(text.trim() === '' ? 'Note removed' : 'Note saved');
        onClose();
      }}
      onClose={onClose}
    >
      {now !== before && now !== text.trim() && (
        <p className="reason">
          <span>It was changed on another device and now says: “{now.slice(0, 300)}”</span>
        </p>
      )}
      <TextArea
        label="Note"
        value={text}
        maxLength={MOST}
        error={errors.text}
        help="Sealed on this device: only you can read it. Saved empty, it is removed."
        onChange={(typed) => {
          setText(typed);
          setErrors({});
        }}
      />
      {first && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          maxLength={256}
          required
          value={password}
          error={errors.password}
          help="It opens your notes on your other devices. If you reset it by email, they need the former one."
          onChange={(typed) => {
            setPassword(typed);
            setErrors({});
          }}
        />
      )}
    </FormDialog>
  );
}
