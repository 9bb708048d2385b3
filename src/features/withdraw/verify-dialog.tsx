import { Link } from 'wouter';
import { Dialog } from '#ui/dialog.tsx';

/** WD-06: whoever is not verified yet is offered to begin. */
export const VerifyDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Secure your account" onClose={onClose}>
    <p className="muted">
      Withdrawals need a verified account. What you entered here stays until you leave the page.
    </p>
    <Link className="btn btn--primary btn--wide" href="/profile/verification">
      Verify your account
    </Link>
  </Dialog>
);
