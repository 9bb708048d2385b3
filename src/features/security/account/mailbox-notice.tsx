import { checkHoldText, usedBeforeText } from '#core/people/after-reset.ts';
import { formatInstant } from '#core/time/date-text.ts';
import { CONFIRM_FIRST } from '#core/words/security.ts';
import type { Security } from '#features/security/security-state.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';

interface Props {
  readonly known: Security;
  readonly timeZone: string;
  readonly onConfirm: () => void;
}

/** What ends it, and what the identity check costs, said before it is begun. */
function Ways({ known, timeZone, onConfirm }: Props) {
  const now = serverNow();
  const at = (moment: number): string => formatInstant(moment, timeZone, now);
  const opens = known.withdrawalHold?.until;
  return (
    <>
      <ul>
        <li>Sign out, and sign in with a passkey that you have.</li>
        <li>{usedBeforeText(known.deviceCounts)}</li>
        <li>
          Confirm with an identity check that it is you.{' '}
          {checkHoldText({ opens: opens ? Date.parse(opens) : undefined, now, at })}
        </li>
      </ul>
      <div className="line">
        <Button variant="secondary" onClick={onConfirm}>
          Go to the identity check
        </Button>
      </div>
    </>
  );
}

/** READ-14: what this session cannot do after a reset of the password by mail, and what ends that. */
export const MailboxNotice = (props: Props) => (
  <section className="banner banner--warn" aria-label="Only your mailbox was shown here">
    <PageIcon name="info" />
    <div className="grow stack">
      <p>
        <b>Your password was reset by email, and nothing else has been shown here since.</b> Until
        something is, transfers cannot be confirmed by email, and ways to sign in cannot be changed.
        Any of these ends that:
      </p>
      <Ways {...props} />
    </div>
  </section>
);

/** The same in the place of a dialog whose change the server would refuse. */
export const ConfirmFirstDialog = ({
  onClose,
  ...props
}: Props & { readonly onClose: () => void }) => (
  <Dialog title={CONFIRM_FIRST} onClose={onClose}>
    <p>
      Your password was reset by email, so ways to sign in cannot be changed yet. Any of these ends
      that:
    </p>
    <Ways {...props} />
  </Dialog>
);
