import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio/react';
import { online } from '#platform/network.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useVerification } from './use-verification.ts';
import { VerificationModal } from './verification-modal.tsx';

interface Props {
  /** Why it is asked for here. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/**
 * Offers the identity check where it is in the way (KYC-05, WD-06, BUY-04): it opens over the page,
 * and what was typed there stays. Whoever closes it is back on the page.
 */
export function VerificationPrompt({ children, onClose }: Props) {
  useSignals();
  const verification = useVerification();
  const { phase } = useSnapshot(verification.state);
  return (
    <>
      <Dialog title="Secure your account" sheet onClose={onClose}>
        <div>
          <h3>Verify your account</h3>
          <p className="muted">{children}</p>
        </div>
        <Button
          variant="primary"
          wide
          busy={phase === 'starting'}
          disabledReason={online.value ? undefined : 'Verification needs a connection.'}
          onClick={() => void verification.start()}
        >
          Complete Verification
        </Button>
      </Dialog>
      <VerificationModal verification={verification} onClose={onClose} />
    </>
  );
}
