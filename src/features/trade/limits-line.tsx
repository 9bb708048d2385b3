import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { limitsText, missingForPurchase } from '#core/domain/purchase.ts';
import { thresholdText } from '#core/domain/purchase-approval.ts';
import { kyc, kycOf, loadKyc } from '#transport/kyc.ts';
import { session } from '#transport/session.ts';
import { Explained } from '#ui/explained.tsx';
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
  const status = kycOf(useSnapshot(kyc), user?.id);
  const unasked = status === undefined && online;
  useEffect(() => {
    if (unasked) void loadKyc();
  }, [unasked]);
  const unapproved = status !== undefined && status !== 'pending' && status !== 'approved';
  return (
    <p className="cap">
      <span>
        <Explained of={async () => (await import('./explain-purchase.ts')).explainLimits(market)}>
          {limitsText(market)}
        </Explained>{' '}
        per purchase
        {unapproved && `, above ${thresholdText(market)} only once verified`}
      </span>
      {missingForPurchase(user).length > 0 && (
        <span className={css.line}>We ask for your address before the first payment.</span>
      )}
    </p>
  );
}
