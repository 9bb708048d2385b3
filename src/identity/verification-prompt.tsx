import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio/react';
import type { KycStatus } from '#core/contract/identity.ts';
import { kyc } from '#transport/kyc.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useOnline } from '#ui/signals.ts';
import { useVerification } from './use-verification.ts';
import { VerificationModal } from './verification-modal.tsx';

interface Props {
  /** Why this page needs the check. */
  readonly children: ReactNode;
  /** Shown instead of the offer while a check is under review. */
  readonly underReview?: string;
  readonly onClose: () => void;
}

/** Why no check can be started now; undefined if one can (KYC-01). */
function obstacle(status: KycStatus | undefined, underReview: string | undefined) {
  if (status === 'submitted') {
    return underReview ?? 'We are processing your verification. This may take some time';
  }
  return status === 'pending'
    ? 'We could not load your verification status. Nothing you have sent is lost.'
    : undefined;
}

/**
 * Offers the identity check on a page that needs it (KYC-05, WD-06, BUY-04). The check opens over the
 * page, which keeps what was typed; closing it leads back to the page.
 */
export function VerificationPrompt({ children, underReview, onClose }: Props) {
  const isOnline = useOnline();
  const verification = useVerification();
  const { phase } = useSnapshot(verification.state);
  const why = obstacle(useSnapshot(kyc).status, underReview);
  return (
    <>
      {/* First, so that it closes first and the focus returns to the offer, then to what opened that. */}
      <VerificationModal verification={verification} onClose={onClose} />
      <Dialog title="Secure your account" sheet onClose={onClose}>
        <div>
          <h3>Verify your account</h3>
          <p className="muted">{why ?? children}</p>
        </div>
        {why === undefined ? (
          <Button
            variant="primary"
            wide
            busy={phase === 'starting'}
            disabledReason={isOnline ? undefined : 'Verification needs a connection.'}
            onClick={() => void verification.start()}
          >
            Complete Verification
          </Button>
        ) : (
          <Button variant="primary" wide onClick={onClose}>
            OK
          </Button>
        )}
      </Dialog>
    </>
  );
}
