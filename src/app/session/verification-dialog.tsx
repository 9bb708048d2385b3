import { Link } from 'wouter';
import { REVIEW_TIME } from '#core/people/verification-texts.ts';
import { IN_REVIEW } from '#core/words/identity.ts';
import { VerificationPrompt } from '#identity/verification-prompt.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';

export interface ReminderProps {
  /** The customer's documents are under review. */
  readonly submitted: boolean;
  readonly onClose: () => void;
}

const UnderReview = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Secure your account" sheet onClose={onClose}>
    <div>
      <h3>Verify your account</h3>
      <p className="muted">{IN_REVIEW}</p>
      <p className="muted">{REVIEW_TIME}</p>
    </div>
    <Link className="btn btn--primary btn--wide" href="/profile/verification" onClick={onClose}>
      See the status
    </Link>
  </Dialog>
);

export const VerificationDialog = ({ submitted, onClose }: ReminderProps) =>
  submitted ? (
    <UnderReview onClose={onClose} />
  ) : (
    <VerificationPrompt onClose={onClose}>
      Confirm who you are once, with photo ID and a camera. It takes about five minutes.
    </VerificationPrompt>
  );
