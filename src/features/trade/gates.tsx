import { Link } from 'wouter';
import { VerificationPrompt } from '#identity/verification-prompt.tsx';
import { Dialog } from '#ui/dialog.tsx';

interface Props {
  readonly gate: 'profile' | 'verification';
  readonly onClose: () => void;
}

/** What has to be done before a purchase may begin (BUY-03, BUY-04). */
export const Gate = ({ gate, onClose }: Props) =>
  gate === 'profile' ? (
    <Dialog title="Complete Your Profile to Continue" onClose={onClose}>
      <p>We need a few more details to process your currency purchase.</p>
      <Link className="btn btn--primary btn--wide" href="/profile" state={{ purchaseWaits: true }}>
        Update Profile
      </Link>
    </Dialog>
  ) : (
    <VerificationPrompt onClose={onClose}>
      Purchases above 200 in your currency need a confirmed identity. It takes a few minutes, and
      smaller ones work without it.
    </VerificationPrompt>
  );
