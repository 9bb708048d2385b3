import type { ReactNode } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { type Submission, useSubmit } from './use-submit.ts';

export interface SubmitFormProps extends Submission {
  readonly children: ReactNode;
  /** The button's text, and its text while the form is being sent. */
  readonly action: string;
  readonly busyAction?: string;
  readonly danger?: boolean | undefined;
  /** An error of the whole form, if the form itself knows it. */
  readonly failure?: string | undefined;
  /** Content below the button. */
  readonly below?: ReactNode;
}

/** Fields with the button that sends them. */
export function SubmitForm(props: SubmitFormProps) {
  const { children, action, busyAction = action, danger, failure, below } = props;
  const { busy, form, button } = useSubmit(props);
  return (
    <form className="stack" {...form}>
      {children}
      <Button
        variant={danger ? 'danger' : 'primary'}
        wide
        {...button}
        failure={failure ?? button.failure}
      >
        {busy ? busyAction : action}
      </Button>
      {below}
    </form>
  );
}
