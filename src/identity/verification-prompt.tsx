import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import type { KycStatus } from '#core/contract/account/identity.ts';
import { pendingText, rejectedText } from '#core/people/verification-texts.ts';
import { IN_REVIEW } from '#core/words/identity.ts';
import { kyc, kycStatusOf, loadKyc } from '#transport/session/kyc.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { useVerification } from './use-verification.ts';
import { VerificationModal } from './verification-modal.tsx';

interface Props {
  /** Why this page needs the check. */
  readonly children: ReactNode;
  /** Shown instead of the offer while a check is under review. */
  readonly underReview?: string;
  /** Nothing on the page waits for the check: it has a button that puts it off. */
  readonly canWait?: boolean;
  readonly onClose: () => void;
}

/** Why no check can be started now; undefined if one can (KYC-01). */
function obstacle(
  status: KycStatus | undefined,
  answered: boolean,
  underReview: string | undefined,
): string | undefined {
  switch (status) {
    case 'submitted':
      return underReview ?? IN_REVIEW;
    case 'pending':
      return pendingText(answered);
    case 'rejected':
      return rejectedText;
    case 'approved':
    case 'not_started':
    case 'incomplete':
    case undefined:
      return undefined;
  }
}

/** D76: what is not known is asked again. A check that can be begun by then is offered in place of this. */
function CheckAgain() {
  const isOnline = useOnline();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      variant="primary"
      wide
      busy={busy}
      disabledReason={isOnline ? undefined : 'Checking needs a connection.'}
      onClick={() => {
        setBusy(true);
        void loadKyc().finally(() => setBusy(false));
      }}
    >
      Check again
    </Button>
  );
}

/**
 * Offers the identity check on a page that needs it (KYC-05, WD-06, BUY-04). The check opens over the
 * page, which keeps what was typed; closing it leads back to the page.
 */
export function VerificationPrompt({ children, underReview, canWait = false, onClose }: Props) {
  const isOnline = useOnline();
  const verification = useVerification();
  const { phase } = useSnapshot(verification.state);
  const known = useSnapshot(kyc);
  const status = kycStatusOf(known);
  const why = obstacle(status, known.asOf !== undefined, underReview);
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
          <>
            <Button
              variant="primary"
              wide
              busy={phase === 'starting'}
              disabledReason={isOnline ? undefined : 'Verification needs a connection.'}
              onClick={() => void verification.start()}
            >
              Complete Verification
            </Button>
            {canWait && (
              <Button wide onClick={onClose}>
                Later
              </Button>
            )}
          </>
        ) : status === 'pending' ? (
          <CheckAgain />
        ) : (
          <Button variant="primary" wide onClick={onClose}>
            OK
          </Button>
        )}
      </Dialog>
    </>
  );
}
