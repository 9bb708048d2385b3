import { Link } from 'wouter';
import { formatFiat } from '#core/domain/format.ts';
import { VerificationPrompt } from '#identity/verification-prompt.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { BuyState, OpenPayment } from './buy-state.ts';

interface Props {
  readonly gate: NonNullable<BuyState['gate']>;
  readonly others: readonly OpenPayment[];
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** Asked once for each: a second payment is allowed, but not by mistake. */
function Another({ others, onAnother, onClose }: Omit<Props, 'gate'>) {
  const sums = others.map(({ total, currency }) => formatFiat(total, currency)).join(', ');
  return (
    <Dialog title="A payment is still open" sheet onClose={onClose}>
      <p>
        {others.length === 1
          ? `Your card payment of ${sums} is not settled yet.`
          : `Your card payments of ${sums} are not settled yet.`}{' '}
        If your card is charged, what you bought arrives by itself. This would be one more payment.
      </p>
      <Button variant="primary" wide onClick={onAnother}>
        Make another payment
      </Button>
      <Button wide onClick={onClose}>
        Not now
      </Button>
    </Dialog>
  );
}

/** What has to be done or known before a purchase may begin (BUY-03, BUY-04). */
export function Gate(props: Props) {
  const { gate, onClose } = props;
  switch (gate) {
    case 'another':
      return <Another {...props} />;
    case 'profile':
      return (
        <Dialog title="Complete Your Profile to Continue" onClose={onClose}>
          <p>We need a few more details to process your currency purchase.</p>
          <Link
            className="btn btn--primary btn--wide"
            href="/profile"
            state={{ purchaseWaits: true }}
          >
            Update Profile
          </Link>
        </Dialog>
      );
    case 'verification':
      return (
        <VerificationPrompt onClose={onClose}>
          Purchases above 200 in your currency need a confirmed identity. It takes a few minutes,
          and smaller ones work without it.
        </VerificationPrompt>
      );
  }
}
