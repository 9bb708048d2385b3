import type { ReactNode } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { FormDialog } from '#ui/forms/form-dialog.tsx';
import { useFlow } from '#ui/hooks/use-flow.ts';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  /** Its action cannot be undone: the button is red, and a second one cancels. */
  readonly destructive?: boolean;
  /** The announcement after success. */
  readonly done: string;
  readonly check?: () => boolean;
  /** Returns an error text, or undefined after success. */
  readonly run: () => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** A form of the address book. What was typed is kept until it is saved or cancelled. */
export function BookDialog({ destructive = false, done, run, onClose, ...form }: Props) {
  useFlow('address book', true);
  return (
    <FormDialog
      {...form}
      sheet
      danger={destructive}
      offline="Changes need a connection. What you typed stays here."
      run={async (fail) => {
        const problem = await run();
        if (problem !== undefined) return fail(problem);
        toast.success(done);
        onClose();
      }}
      below={
        destructive && (
          <Button wide onClick={onClose}>
            Cancel
          </Button>
        )
      }
      onClose={onClose}
    />
  );
}
