import { useSnapshot } from 'valtio/react';
import { stopOwnRecovery } from '#core/contract/account/recovery.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { call } from '#transport/calls/call.ts';
import { failureText } from '#transport/calls/failure-text.ts';
import { recoveryStopped } from '#transport/session/recovery-due.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { useSubmit } from '#ui/forms/use-submit.ts';
import { focusPage } from '#ui/hooks/focus-page.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { useRecoveryDue } from './use-recovery-due.ts';

const FAILED = 'The recovery was not stopped. Please try again.';

/** HARD-22: shows on every device that a recovery is under way, with a button that stops it. */
export function RecoveryNotice() {
  const { timeZone } = useSnapshot(session);
  const due = useRecoveryDue();
  const { button, submit } = useSubmit({
    offline: 'Stopping it needs a connection.',
    run: async (fail) => {
      if (due === undefined) return;
      const outcome = await call(stopOwnRecovery, {});
      if (!outcome.ok) return fail(failureText(outcome.failure, FAILED));
      recoveryStopped();
      toast.success('The recovery was stopped. Change the password of your email.');
      focusPage();
    },
  });
  if (due === undefined) return null;
  return (
    <div className="banner banner--error" role="alert">
      <PageIcon name="alert" />
      <div className="grow stack stack--tight">
        <p>
          <b>
            Two-factor authentication will be removed on{' '}
            {formatInstant(Date.parse(due), timeZone, serverNow())}.
          </b>{' '}
          Somebody with access to your email has passed your identity check. If it is not you, stop
          it.
        </p>
        <Button variant="danger" {...button} type="button" onClick={submit}>
          Stop the recovery
        </Button>
      </div>
    </div>
  );
}
