import { useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { REVIEW_TIME, rejectedText } from '#core/people/verification-texts.ts';
import { isUnapproved, kyc, kycStatusOf, loadKyc } from '#transport/session/kyc.ts';
import { useOnline } from '#ui/hooks/signals.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';

interface Props {
  /** What needs the check, as the start of a sentence: 'Withdrawals need'. */
  readonly what: string;
  readonly onVerify: () => void;
}

/**
 * WD-06: says above the form that the check comes first, with the way to it, before anything is typed. Nothing where the
 * status is not known: the server is asked once more when the form is sent.
 */
export function IdentityNeeded({ what, onVerify }: Props) {
  const isOnline = useOnline();
  const status = kycStatusOf(useSnapshot(kyc));
  const asks = status !== 'approved' && isOnline;
  useEffect(() => {
    if (asks) void loadKyc();
  }, [asks]);
  if (!isUnapproved(status)) return null;
  const isRejected = status === 'rejected';
  const isReviewed = status === 'submitted';
  return (
    <div className="banner banner--warn" role="status">
      <PageIcon name="info" />
      <div className="grow">
        <p>
          {what} a verified account.{' '}
          {isRejected
            ? rejectedText
            : isReviewed
              ? `Yours is being checked. ${REVIEW_TIME}`
              : 'You can fill this in before: it is kept.'}
        </p>
        {!isRejected && !isReviewed && (
          <button className="textbtn" type="button" onClick={onVerify}>
            Verify your account
          </button>
        )}
      </div>
    </div>
  );
}
