import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { type ReturnKind, returnKind } from '#core/domain/purchase.ts';
import { FRAME_SANDBOX } from '#platform/frame-sandbox.ts';
import { session } from '#transport/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { heldText } from './purchase-texts.ts';
import css from './trade.module.css';

interface Props {
  /** The hosted payment page. */
  readonly url: string;
  /** Until when the price holds; milliseconds since the epoch. */
  readonly priceUntil: number | undefined;
  /** A question is under way: the page is left alone until it is answered. */
  readonly settling: boolean;
  readonly onReturned: (kind: ReturnKind) => void;
  readonly onRedirect: () => void;
  readonly onClose: () => void;
}

/** Before the frame is shown, and before it is tried again (001 §9). */
const INIT_MS = 500;
const POLL_MS = 1_000;
/** A page that has not come by then is not coming. */
const PATIENCE_MS = 20_000;

/** Where the frame is, as far as the browser tells: nothing while another site is in it. */
function pathOf(frame: HTMLIFrameElement | null): string | undefined {
  try {
    return frame?.contentWindow?.location.pathname;
  } catch {
    return undefined;
  }
}

/** A page of our own origin that cannot be looked at is the browser's error page. */
const didNotLoad = (frame: HTMLIFrameElement, url: string): boolean =>
  new URL(url).origin === location.origin && frame.contentDocument === null;

/**
 * BUY-05: the hosted form in a frame. What the frame's address says is passed on as a hint; what
 * became of the payment is the server's to say.
 */
export function PaymentDialog({
  url,
  priceUntil,
  settling,
  onReturned,
  onRedirect,
  onClose,
}: Props) {
  const { timeZone } = useSnapshot(session);
  const frame = useRef<HTMLIFrameElement>(null);
  const [status, setStatus] = useState<'initializing' | 'ready' | 'error'>('initializing');
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState(false);

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
    }, POLL_MS);
    return () => clearInterval(poll);
  }, [onReturned]);

  return (
    <Dialog title="Card payment" onClose={onClose}>
      {priceUntil !== undefined && (
        <p className={`small muted ${css.held}`}>{heldText(priceUntil, timeZone)}</p>
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
              const lost = didNotLoad(currentTarget, url);
              // The form stood there: what was paid in it the server is asked, not the customer.
              if (lost && status === 'ready') onClose();
              else setStatus(lost ? 'error' : 'ready');
            }}
          />
        )}
        {settling ? (
          <p className={css.cover} role="status">
            <span className="spin" aria-hidden="true" /> Checking with the card provider…
          </p>
        ) : (
          status === 'initializing' && (
            <p className={css.cover} role="status">
              <span className="spin" aria-hidden="true" /> Initializing payment...
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
