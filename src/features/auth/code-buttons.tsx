import { Button } from '#ui/actions/button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import type { useSubmit } from '#ui/forms/use-submit.ts';
import type { Purpose } from './mailed-code.ts';
import { ResendButton } from './resend-button.tsx';

interface Props {
  readonly button: ReturnType<typeof useSubmit>['button'];
  /** The answer was lost, and the app asks for the outcome. */
  readonly asking: boolean;
  readonly failure: string | undefined;
  readonly action: string;
  readonly busyAction: string;
  readonly email: string;
  readonly purpose: Purpose;
  /** Shown if no other code could be sent and the server gave no reason. */
  readonly notSent: string;
  readonly sent: string;
  readonly onSent: () => void;
}

/** The buttons of a form with a mailed code: one sends the form, one requests another code. */
export function CodeButtons(props: Props) {
  const { button, asking, failure, action, busyAction, email, purpose, notSent, sent } = props;
  const busyText = asking ? 'Checking what became of it' : busyAction;
  return (
    <div className="stack">
      <Button variant="primary" wide {...button} failure={failure}>
        {button.busy ? busyText : action}
      </Button>
      <ResendButton
        email={email}
        purpose={purpose}
        fallback={notSent}
        onSent={() => {
          props.onSent();
          toast.success(sent);
        }}
      />
    </div>
  );
}
