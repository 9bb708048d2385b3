import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { limitsText, missingForPurchase } from '#core/money/purchase.ts';
import { thresholdText, unverifiedText } from '#core/money/purchase-approval.ts';
import { rejectedText } from '#core/people/verification-texts.ts';
import { needsTaxData } from '#identity/tax-prompt.tsx';
import { isUnapproved, kyc, kycStatusOf, loadKyc, unverifiedOf } from '#transport/session/kyc.ts';
import { session } from '#transport/session/session.ts';
import { Explained } from '#ui/feedback/explained.tsx';
import css from './trade.module.css';

/**
 * What a customer should know before they press the button: the limits of one purchase (BEY-09), the amount
 * from which an identity check is needed, and that an address will be asked for (EASE-02).
 */
export function LimitsLine({
  market,
  online,
}: {
  readonly market: string;
  readonly online: boolean;
}) {
  const { user } = useSnapshot(session);
  const known = useSnapshot(kyc);
  const status = kycStatusOf(known);
  const unverified = unverifiedOf(known);
  // With each visit: what is left until the check is passed is less after each purchase.
  const asks = status !== 'approved' && online;
  useEffect(() => {
    if (asks) void loadKyc();
  }, [asks]);
  if (status === 'rejected') return <p className="cap">{rejectedText}</p>;
  const taxed = needsTaxData(known);
  const unapproved = isUnapproved(status);
  return (
    <p className="cap">
      <span>
        {unapproved && `Up to ${thresholdText(market)} per purchase; once verified, `}
        <Explained
          of={async () => (await import('./explain-purchase.ts')).explainLimits(market)}
          name="Limits"
        >
          {limitsText(market)}
        </Explained>
        {!unapproved && ' per purchase'}
      </span>
      {unapproved && unverified && (
        <span className={css.line}>Until then {unverifiedText(unverified, market)}.</span>
      )}
      {(taxed || missingForPurchase(user).length > 0) && (
        <span className={css.line}>
          {taxed
            ? 'We ask once, before the first payment, where you live and where you pay tax.'
            : 'We ask for your address before the first payment.'}
        </span>
      )}
    </p>
  );
}
