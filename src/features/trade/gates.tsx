import { useSnapshot } from 'valtio/react';
import { Link } from 'wouter';
import { waitingPurchase } from '#core/carried/profile.ts';
import { formatFiat } from '#core/money/format.ts';
import { missingForPurchase } from '#core/money/purchase.ts';
import { thresholdText, unverifiedText } from '#core/money/purchase-approval.ts';
import { COMPLETE_PROFILE } from '#core/words/purchase.ts';
import { needsTaxData, TaxPrompt } from '#identity/tax-prompt.tsx';
import { VerificationPrompt } from '#identity/verification-prompt.tsx';
import { kyc, unverifiedOf } from '#transport/session/kyc.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import type { BuyState, OpenPayment } from './buy-state.ts';

interface Props {
  readonly gate: NonNullable<BuyState['gate']>;
  /** What is bought, in words. */
  readonly what: string;
  /** The customer's currency. */
  readonly market: string;
  readonly others: readonly OpenPayment[];
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** Asks once for each open payment: buying again is allowed, but not by mistake. */
function Another({ others, onAnother, onClose }: Pick<Props, 'others' | 'onAnother' | 'onClose'>) {
  const sums = others.map(({ total, currency }) => formatFiat(total, currency)).join(', ');
  return (
    <Dialog title="A payment is still open" sheet onClose={onClose}>
      <p>
        {others.length === 1
          ? `Your card payment of ${sums} is not settled yet.`
          : `Your card payments of ${sums} are not settled yet.`}{' '}
        A new payment closes {others.length === 1 ? 'it' : 'them'}. If your card is charged all the
        same, what you bought arrives automatically.
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

/** Names the missing details as the account page labels them. */
function Missing() {
  const address = missingForPurchase(useSnapshot(session).user);
  const missing = [...address, ...(needsTaxData(useSnapshot(kyc)) ? ['where you pay tax'] : [])];
  return missing.length === 0 ? null : (
    <p className="muted">Missing: {missing.join(', ')}. What you typed here stays.</p>
  );
}

/** Shows what the customer must do or know before a purchase can begin (BUY-03, BUY-04). */
export function Gate(props: Props) {
  const { gate, what, market, onClose } = props;
  const threshold = thresholdText(market);
  const known = useSnapshot(kyc);
  const unverified = unverifiedOf(known);
  const within = unverified && unverifiedText(unverified, market);
  switch (gate) {
    case 'another':
      return <Another {...props} />;
    case 'profile':
      return (
        <Dialog title={COMPLETE_PROFILE} onClose={onClose}>
          <p>We need a few more details to process your currency purchase.</p>
          <Missing />
          <Link
            className="btn btn--primary btn--wide"
            href="/profile"
            state={waitingPurchase.give(what)}
          >
            Update Profile
          </Link>
        </Dialog>
      );
    case 'tax':
      return <TaxPrompt from="/buy-sell" onClose={onClose} />;
    case 'verification':
      return (
        <VerificationPrompt
          underReview={`Your identity check is under review. Until it is done, you can make purchases up to ${threshold}${within ? `, ${within}` : ''}.`}
          onClose={onClose}
        >
          Purchases above {threshold} need a verified identity. It takes a few minutes; smaller
          purchases do not need it{within ? `, up to ${within}` : ''}.
        </VerificationPrompt>
      );
  }
}
