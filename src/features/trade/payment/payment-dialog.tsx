import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { type ReturnKind, returnKind } from '#core/money/purchase.ts';
import css from '#features/trade/trade.module.css';
import { FRAME_SANDBOX } from '#platform/page/frame-sandbox.ts';
import { session } from '#transport/session/session.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/feedback/dialog.tsx';
import { useIsLong } from '#ui/hooks/use-is-long.ts';
import { PageIcon } from '#ui/marks/page-icon.tsx';
import { heldText } from './purchase-texts.ts';

interface Props {
  /** The hosted payment page. */
  readonly url: string;
  /** Until when the price holds; milliseconds since the epoch. */
  readonly priceUntil: number | undefined;
  /** The server is being asked how the payment ended. */
  readonly settling: boolean;
  readonly online: boolean;
  readonly onReturned: (kind: ReturnKind) => void;
  readonly onRedirect: () => void;
  readonly onClose: () => void;
}

/** The pause before the frame is shown, then between the looks at its address. */
const INIT_MS = 500;
const POLL_MS = 1_000;
/** After this the payment page counts as unreachable. */
const PATIENCE_MS = 20_000;

/** EASE-19: shown while the provider confirms, so that the customer neither leaves nor pays again. */
const PAID = 'Your payment was sent. We are waiting for the answer. Do not pay again.';
/** What a wait of more than five seconds says. */
const STILL = 'Still waiting for the answer; you are not charged twice.';
const SLOW =
  'The card provider takes longer than usual. Wait or close this; you are not charged twice.';
/** A frame tells nothing while a press in it waits, so this must be true of one in which nothing was pressed. */
const UNMOVED =
  'If you pressed Pay and nothing happens, wait or close this: you are not charged twice.';
/** The form is the provider's, so the page cannot know whether its Pay button was pressed. */
const UNSURE = 'You are offline. If you have pressed Pay:';

/** The frame's address; undefined while it shows another site, because browsers hide that. */
function pathOf(frame: HTMLIFrameElement | null): string | undefined {
  try {
    return frame?.contentWindow?.location.pathname;
  } catch {
    return undefined;
  }
}

/** If a page of our own origin cannot be read, it is the browser's error page. */
const didNotLoad = (frame: HTMLIFrameElement, url: string): boolean =>
  new URL(url).origin === location.origin && frame.contentDocument === null;

/**
 * The hosted payment form in a frame (BUY-05). The frame's address is only a hint how the payment
 * ended: the server decides.
 */
export function PaymentDialog({
  url,
  priceUntil,
  settling,
  online,
  onReturned,
  onRedirect,
  onClose,
}: Props) {
  const { timeZone } = useSnapshot(session);
  const frame = useRef<HTMLIFrameElement>(null);
  const [status, setStatus] = useState<'initializing' | 'ready' | 'error'>('initializing');
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState(false);
  /** The customer is at work in the frame, whose page has told nothing since then. */
  const [within, setWithin] = useState(false);
  const settlesLong = useIsLong(settling);
  const loadsLong = useIsLong(status === 'initializing');
  const standsLong = useIsLong(within && status === 'ready' && !settling);
  const still = standsLong && online ? UNMOVED : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt starts anew
  useEffect(() => {
    setShown(false);
    setStatus('initializing');
    const start = setTimeout(() => setShown(true), INIT_MS);
    const patience = setTimeout(
      () => setStatus((now) => (now === 'ready' ? now : 'error')),
      PATIENCE_MS,
    );
    return () => {
      clearTimeout(start);
      clearTimeout(patience);
    };
  }, [attempt]);

  useEffect(() => {
    const poll = setInterval(() => {
      const kind = returnKind(pathOf(frame.current) ?? '');
      if (kind) onReturned(kind);
      if (frame.current && document.activeElement === frame.current) setWithin(true);
    }, POLL_MS);
    return () => clearInterval(poll);
  }, [onReturned]);

  return (
    <Dialog title="Card payment" stays={settling} onClose={onClose}>
      <div className={`small muted ${css.held}`} data-room={UNMOVED}>
        {priceUntil !== undefined && (
          <p data-over={still ? '' : undefined}>{heldText(priceUntil, timeZone)}</p>
        )}
        <p role="status">{still}</p>
      </div>
      {!online && (
        <div className="banner banner--warn" role="alert">
          <PageIcon name="offline" />
          <p className="grow">{settling ? PAID : `${UNSURE} ${PAID}`}</p>
        </div>
      )}
      <div className={css.payment} aria-busy={status === 'initializing' || settling}>
        {shown && status !== 'error' && (
          <iframe
            key={attempt}
            ref={frame}
            className={css.frame}
            data-ready={status === 'ready' && !settling ? '' : undefined}
            title="Card payment form"
            sandbox={FRAME_SANDBOX}
            src={url}
            onLoad={({ currentTarget }) => {
              setWithin(false);
              const lost = didNotLoad(currentTarget, url);
              // The customer may have paid in the form, so the server is asked.
              if (lost && status === 'ready') onClose();
              else setStatus(lost ? 'error' : 'ready');
            }}
          />
        )}
        {settling ? (
          <p className={css.cover} role="status">
            <span className="spin" aria-hidden="true" />{' '}
            {settlesLong ? STILL : 'Checking with the card provider…'}
          </p>
        ) : (
          status === 'initializing' && (
            <p className={css.cover} role="status">
              <span className="spin" aria-hidden="true" />{' '}
              {loadsLong ? SLOW : 'Initializing payment...'}
            </p>
          )
        )}
        {status === 'error' && !settling && (
          <div className={css.cover} role="alert">
            <p>Failed to load payment form. Please try again.</p>
            <Button variant="primary" onClick={() => setAttempt((count) => count + 1)}>
              Retry
            </Button>
            <Button variant="quiet" onClick={onRedirect}>
              Open the payment page instead
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
