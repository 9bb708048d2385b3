import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { limitsText } from '#core/domain/purchase.ts';
import { kyc, kycOf, loadKyc } from '#transport/kyc.ts';
import { session } from '#transport/session.ts';
import { thresholdText } from './purchase-texts.ts';

/** The limits of one purchase (BEY-09), and the amount from which an identity check is needed. */
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
      {limitsText(market)} per purchase
      {unapproved && `, above ${thresholdText(market)} only once verified`}
    </p>
  );
}
