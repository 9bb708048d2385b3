import { useEffect, useId } from 'react';
import { useSnapshot } from 'valtio/react';
import type { KycStatus } from '#core/contract/account/identity.ts';
import { operator } from '#core/operator.ts';
import { REVIEW_TIME } from '#core/people/verification-texts.ts';
import { useVerification } from '#identity/use-verification.ts';
import { VerificationModal } from '#identity/verification-modal.tsx';
import { onlineNow } from '#platform/page/online.ts';
import { afterFrame } from '#platform/time/after-frame.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { kyc, kycPropertyOf, kycStatusOf, loadKyc } from '#transport/session/kyc.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { focusPage } from '#ui/hooks/focus-page.ts';
import { useOnline } from '#ui/hooks/signals.ts';
import { useShownAsOf } from '#ui/hooks/use-shown-as-of.ts';
import { useUnreadCopy } from '#ui/hooks/use-unread-copy.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { TaxSection } from './tax-section.tsx';
import css from './verification.module.css';
import {
  cardOf,
  sessionCheckCard,
  sessionReviewCard,
  updateCardOf,
  type VerificationCard,
  withHold,
} from './verification-card.ts';

const Content = ({ card, comment }: { card: VerificationCard; comment: string | undefined }) => (
  <>
    <span className={css.kind}>
      Individual
      {card.tone === 'ok' && <PageIcon name="check" size="s" />}
      {(card.tone === 'bad' || card.tone === 'warn') && <PageIcon name="alert" size="s" />}
    </span>
    <span>
      <b className={css.title}>{card.title}</b>
      <br />
      <span className="muted">{comment ?? card.text}</span>
    </span>
  </>
);

const CardSkeleton = () => (
  <div className="stack page-skeleton" aria-busy="true">
    <span className="vh">Loading</span>
    <span className="skel" style={{ height: '9rem' }} />
  </div>
);

interface CardProps {
  readonly card: VerificationCard;
  readonly comment: string | undefined;
  readonly busy: boolean;
  readonly onStart: () => void;
}

function Card({ card, comment, busy, onStart }: CardProps) {
  const isOnline = useOnline();
  const reason = useId();
  const { tone, action } = card;
  const className = `card ${css.card}`;
  if (!action) {
    return (
      <div className={className} data-tone={tone}>
        <Content card={card} comment={undefined} />
      </div>
    );
  }
  const off = !isOnline;
  return (
    <div className="stack stack--tight">
      <button
        className={className}
        type="button"
        data-tone={tone}
        aria-disabled={off || busy || undefined}
        aria-busy={busy || undefined}
        aria-describedby={off ? reason : undefined}
        onClick={() => off || busy || onStart()}
      >
        <Content card={card} comment={comment} />
        <span className={css.go}>
          {busy && <span className="spin" aria-hidden="true" />}
          {action}
          {!busy && <PageIcon name="right" size="xs" />}
        </span>
      </button>
      {off && (
        <p className="reason" id={reason}>
          <PageIcon name="offline" size="s" />
          Verification needs a connection.
        </p>
      )}
    </div>
  );
}

export function VerificationSection() {
  const isOnline = useOnline();
  const verification = useVerification();
  const { phase } = useSnapshot(verification.state);
  const { timeZone } = useSnapshot(session);
  // The check can ask for the status only online; offline, the copy on the device is shown.
  useEffect(() => {
    if (!onlineNow()) void loadKyc();
  }, []);
  const close = async (): Promise<void> => {
    await verification.close();
    // The focused button disappeared when the check ended, so the page takes the focus.
    afterFrame(focusPage);
  };
  const known = useSnapshot(kyc);
  const status = kycStatusOf(known) ?? (isOnline ? undefined : 'pending');
  const due = kycPropertyOf(known, 'update_due');
  const limited = kycPropertyOf(known, 'limited_from');
  const ofSession = kycPropertyOf(known, 'session_check');
  const opens = kycPropertyOf(known, 'opens_without_check');
  const cardFor = (now: KycStatus): VerificationCard => {
    if (now === 'approved' && ofSession === 'review') return sessionReviewCard;
    if (now === 'approved' && ofSession !== undefined) return sessionCheckCard;
    if (now !== 'approved' || due === undefined || limited === undefined)
      return cardOf(now, known.asOf !== undefined);
    const dates = { due: Date.parse(due), limitedFrom: Date.parse(limited) };
    return updateCardOf(dates, serverNow(), timeZone);
  };
  const card = status && cardFor(status);
  const comment = kycPropertyOf(known, 'kyc_comment');
  const costs = card?.action !== undefined &&
    opens !== undefined && {
      text: withHold(comment ?? card.text, Date.parse(opens), serverNow(), timeZone),
    };
  const old = useUnreadCopy('identity');
  useShownAsOf(known.asOf);
  return (
    <>
      {status && card ? (
        <Card
          card={{ ...card, ...(status === 'pending' && old && { text: old }), ...costs }}
          comment={costs ? undefined : comment}
          busy={phase === 'starting'}
          onStart={() => void verification.start()}
        />
      ) : (
        <CardSkeleton />
      )}
      {status === 'pending' && isOnline && (
        <div>
          <Button onClick={() => void loadKyc()}>Check again</Button>
        </div>
      )}
      {status === 'submitted' && (
        <p className="muted">{REVIEW_TIME} We tell you when it is done.</p>
      )}
      {status === 'rejected' && (
        <p>
          <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a>
        </p>
      )}
      <TaxSection />
      <VerificationModal verification={verification} onClose={() => void close()} />
    </>
  );
}
