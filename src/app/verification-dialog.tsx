import { Link } from 'wouter';
import { Dialog } from '#ui/dialog.tsx';

export interface ReminderProps {
  /** What was sent in is being looked at. */
  readonly submitted: boolean;
  readonly onClose: () => void;
}

export const VerificationDialog = ({ submitted, onClose }: ReminderProps) => (
  <Dialog title="Secure your account" sheet onClose={onClose}>
    <div>
      <h3>Verify your account</h3>
      <p className="muted">
        {submitted
          ? 'We are processing your verification. This may take some time'
          : 'Confirm who you are once, with a document and your camera. It takes about five minutes.'}
      </p>
    </div>
    <Link className="btn btn--primary btn--wide" href="/profile/verification" onClick={onClose}>
      {submitted ? 'See the status' : 'Complete Verification'}
    </Link>
  </Dialog>
);
