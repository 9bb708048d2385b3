import { useSnapshot } from 'valtio/react';
import { stopOwnRecovery } from '#core/contract/recovery.ts';
import { formatInstant } from '#core/domain/date-text.ts';
import { serverNow } from '#platform/clock.ts';
import { call } from '#transport/call.ts';
import { failureText } from '#transport/failure-text.ts';
import { recoveryStopped } from '#transport/recovery-due.ts';
import { session } from '#transport/session.ts';
import { Button } from '#ui/button.tsx';
import { focusPage } from '#ui/focus-page.ts';
import { PageIcon } from '#ui/page-icon.tsx';
import { toast } from '#ui/toasts.ts';
import { useSubmit } from '#ui/use-submit.ts';
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
