import { Dialog } from '#ui/feedback/dialog.tsx';
import { SubmitForm, type SubmitFormProps } from './submit-form.tsx';

interface Props extends SubmitFormProps {
  readonly title: string;
  /** On a small screen, the dialog rises from the bottom edge. */
  readonly sheet?: boolean;
  readonly onClose: () => void;
}

/** A dialog with a form. */
export const FormDialog = ({ title, sheet = false, onClose, ...form }: Props) => (
  <Dialog title={title} sheet={sheet} onClose={onClose}>
    <SubmitForm {...form} />
  </Dialog>
);
