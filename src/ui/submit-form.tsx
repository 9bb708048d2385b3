import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { type Submission, useSubmit } from './use-submit.ts';

export interface SubmitFormProps extends Submission {
  readonly children: ReactNode;
  /** What the button says, and what it says while the form is being sent. */
  readonly action: string;
  readonly busyAction?: string;
  readonly danger?: boolean | undefined;
  /** What is wrong with the whole form, where the form knows it better than its last sending. */
  readonly failure?: string | undefined;
  /** Below the button. */
  readonly below?: ReactNode;
}

/** Fields and the button that sends them. */
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
