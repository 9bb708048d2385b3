import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { marketOf } from '#core/money/region.ts';
import { neededOnlyText } from '#core/people/verification-need.ts';
import { REVIEW_TIME } from '#core/people/verification-texts.ts';
import { IN_REVIEW } from '#core/words/identity.ts';
import { VerificationPrompt } from '#identity/verification-prompt.tsx';
import { kyc, unverifiedOf } from '#transport/session/kyc.ts';
import { session } from '#transport/session/session.ts';
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

/** Nobody is urged: it says what the check is needed for, and that it can wait. */
function Reminded({ onClose }: { readonly onClose: () => void }) {
  const need = neededOnlyText(marketOf(useSnapshot(session)), unverifiedOf(useSnapshot(kyc)));
  return (
    <VerificationPrompt canWait onClose={onClose}>
      Optional. {need} You confirm who you are once, with photo ID and a camera. It takes about five
      minutes.
    </VerificationPrompt>
  );
}

export const VerificationDialog = ({ submitted, onClose }: ReminderProps) =>
  submitted ? <UnderReview onClose={onClose} /> : <Reminded onClose={onClose} />;
