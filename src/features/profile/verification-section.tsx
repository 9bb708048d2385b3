import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useId, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { brand } from '#core/brand.ts';
import { online } from '#platform/network.ts';
import { identityRejected } from '#transport/identity-rejected.ts';
import { kyc, kycOf, loadKyc } from '#transport/kyc.ts';
import { session } from '#transport/session.ts';
import { logOut } from '#transport/sign-out.ts';
import { Button } from '#ui/button.tsx';
import { PageIcon } from '#ui/page-icon.tsx';
import { toast } from '#ui/toasts.ts';
import { useFlow } from '#ui/use-flow.ts';
import css from './verification.module.css';
import { createVerification, type VerificationDeps } from './verification.ts';
import { cardOf, type VerificationCard } from './verification-card.ts';
import { VerificationModal } from './verification-modal.tsx';
import { askWidgetToken, reportKyc } from './widget-calls.ts';

/** 000 §9. */
const COMPLAINT_MS = 5_000;

const browserDeps: VerificationDeps = {
  token: askWidgetToken,
  report: reportKyc,
  status: () => kycOf(kyc, session.user?.id),
  reload: async () => void (await loadKyc()),
  complain: (text) => void toast.error(text, { duration: COMPLAINT_MS }),
  reject: async () => {
    identityRejected.value = true;
    await logOut();
  },
  startOver: async () => {
    await logOut();
    location.reload();
  },
};

/** One check for as long as the section is on screen; leaving it closes it. */
function useVerification() {
  const [verification] = useState(() => createVerification(browserDeps));
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible' && online.peek()) void loadKyc();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      void verification.close();
    };
  }, [verification]);
  return verification;
}

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
  useSignals();
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
  const off = !online.value;
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
  useSignals();
  const verification = useVerification();
  const { phase, comment } = useSnapshot(verification.state);
  const { user } = useSnapshot(session);
  const status = kycOf(useSnapshot(kyc), user?.id) ?? (online.value ? undefined : 'pending');
  useFlow('verification', phase === 'open');
  return (
    <>
      {status ? (
        <Card
          card={cardOf(status)}
          comment={comment}
          busy={phase === 'starting'}
          onStart={() => void verification.start()}
        />
      ) : (
        <CardSkeleton />
      )}
      {status === 'pending' && online.value && (
        <div>
          <Button onClick={() => void loadKyc()}>Check again</Button>
        </div>
      )}
      {status === 'rejected' && (
        <p>
          <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
        </p>
      )}
      {(phase === 'open' || phase === 'approved') && (
        <VerificationModal verification={verification} onClose={() => void verification.close()} />
      )}
    </>
  );
}
