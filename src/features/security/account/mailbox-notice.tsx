import { Button } from '#ui/actions/button.tsx';
import { PageIcon } from '#ui/marks/page-icon.tsx';

/** READ-14: what this session cannot do after a reset of the password by mail, and what ends that. */
export const MailboxNotice = ({ onConfirm }: { readonly onConfirm: () => void }) => (
  <section className="banner banner--warn" aria-label="Only your mailbox was shown here">
    <PageIcon name="info" />
    <div className="grow stack">
      <p>
        <b>Your password was reset by email, and nothing else has been shown here since.</b> Until
        something is, transfers cannot be confirmed by email, and ways to sign in cannot be changed.
        Any of these ends that:
      </p>
      <ul>
        <li>Sign out, and sign in with a passkey that you have.</li>
        <li>Sign in with the new password on a device that you used before.</li>
        <li>Confirm with an identity check that it is you.</li>
      </ul>
      <div className="line">
        <Button variant="secondary" onClick={onConfirm}>
          Go to the identity check
        </Button>
      </div>
    </div>
  </section>
);
